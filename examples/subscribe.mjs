// Creates a chart, subscribes, and prints each change: ChartKernel from Node, with nothing but its standard library.
//
//     node examples/subscribe.mjs chart-kernel
//     node examples/subscribe.mjs chart-kernel --connect ipc:///tmp/chart.sock     # a kernel that runs
//
// The program is started with `stdio`; messages are framed with Content-Length, as language servers do.

import { spawn } from "node:child_process";
import { once } from "node:events";

const [program, ...options] = process.argv.slice(2);
const kernel = spawn(program, ["stdio", ...options], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map(); // what to do with the answer to each request
let lastID = 0, newest = 0; // the newest revision that was told of

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  kernel.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

/** Calls a method; the promise gives its result. */
function call(method, params = {}) {
  const id = ++lastID;
  send({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

function take(message) {
  if (message.id === undefined) {
    const { chart, revision, cause } = message.params;
    newest = revision;
    console.log(`${message.method}: ${chart}, revision ${revision}, by ${cause}`);
    return;
  }
  const { resolve, reject } = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.error) reject(new Error(message.error.message));
  else resolve(message.result);
}

let received = Buffer.alloc(0);
kernel.stdout.on("data", (bytes) => {
  received = Buffer.concat([received, bytes]);
  for (let end; (end = received.indexOf("\r\n\r\n")) >= 0; ) {
    const length = Number(/Content-Length: (\d+)/.exec(received.subarray(0, end).toString())[1]);
    if (received.length < end + 4 + length) return;
    take(JSON.parse(received.subarray(end + 4, end + 4 + length).toString()));
    received = received.subarray(end + 4 + length);
  }
});

await call("session/subscribe", { render: false });
await call("chart/create", { chart: "node", render: false, spec: { kind: "bar", series: [{ values: [3, 1, 2] }] } });
const { revision } = await call("chart/highlight", { chart: "node", index: 1, render: false });
while (newest < revision) await new Promise(setImmediate); // who leaves at once is told of nothing more
await call("shutdown");
send({ method: "exit" });
const [code] = await once(kernel, "close");
process.exitCode = code;
