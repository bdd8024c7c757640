"""A chart in a kernel that is tapped."""

from clients import Caller


class TappedChart:
    def __init__(self, kernel: Caller, name: str, spec: dict):
        self.kernel, self.name, self.time = kernel, name, 0.0
        kernel.call("chart/create", chart=name, spec=spec, render=False)

    def call(self, method: str, **params):
        return self.kernel.call(method, chart=self.name, render=False, **params)

    @property
    def layout(self) -> dict:
        return self.kernel.call("chart/get", chart=self.name)["layout"]

    @property
    def svg(self) -> str:
        return self.kernel.call("chart/render", chart=self.name)["svg"]

    def tap(self, x: float, y: float, times: int = 1, later: float = 10) -> None:
        """So many taps as fast as a hand makes them, a while after the last time."""
        self.time += later
        for number in range(times):
            for phase, delay in (("down", 0), ("up", 0.05)):
                self.call("chart/pointer", phase=phase, x=x, y=y, time=self.time + 0.15 * number + delay)
