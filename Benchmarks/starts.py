#!/usr/bin/env python3
"""Measures how long several programs take from their start to kernel_info, in turns, so that what else the machine does
meets all of them: the built program beside the wheel's, for instance.

    starts.py [--rounds 21] PROGRAM…
"""

import argparse
import statistics

from run import kernel


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("programs", nargs="+")
    arguments = parser.parse_args()
    times = {program: [] for program in arguments.programs}
    # The first round brings the programs into memory.
    for round in range(arguments.rounds + 1):
        # Each is the first as often as the last.
        for program in arguments.programs[:: 1 if round % 2 else -1]:
            with kernel([program, "jupyter", "--connection-file", "{file}"]) as (_, _, elapsed):
                if round > 0:
                    times[program].append(elapsed * 1e3)
    print(f"start to kernel_info_reply, ms, {arguments.rounds} each in turns\nbest\tmedian\tworst\tprogram")
    for program, measured in times.items():
        print(f"{min(measured):.1f}\t{statistics.median(measured):.1f}\t{max(measured):.1f}\t{program}")


if __name__ == "__main__":
    main()
