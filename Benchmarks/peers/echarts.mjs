// Draws the benchmark's charts with ECharts in server-side rendering and prints, for each: name, median ms, bytes.
//   deno run --allow-read echarts.mjs echarts.min.js
const [library] = Deno.args;
const exports = {};
new Function("exports", "module", Deno.readTextFileSync(library))(exports, { exports });
const echarts = exports;

// The random walk of the other programs: a linear congruential generator of 64 bits.
function walk(count) {
  let state = 42n;
  let value = 0;
  const values = new Float64Array(count);
  for (let index = 0; index < count; index += 1) {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    value += Number(state >> 40n) / (1 << 24) - 0.5;
    values[index] = value;
  }
  return values;
}

function draw(option) {
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: 640, height: 360 });
  chart.setOption({ animation: false, ...option });
  const svg = chart.renderToSVGString();
  chart.dispose();
  return svg.length;
}

function measure(name, rounds, body) {
  for (let round = 0; round < Math.min(3, rounds); round += 1) body();
  const times = [];
  let bytes = 0;
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    bytes = body();
    times.push(performance.now() - start);
  }
  times.sort((left, right) => left - right);
  console.log(`${name}\t${times[Math.floor(times.length / 2)].toFixed(3)}\t${bytes}`);
}

const pie = { series: [{ type: "pie", data: [25, 30, 15, 10, 20].map((value, i) => ({ value, name: `Part ${i + 1}` })) }] };
const bars = {
  xAxis: { type: "category", data: Array.from({ length: 72 }, (_, i) => `${Math.floor(i / 3)}:${(i % 3) * 2}0`) },
  yAxis: {},
  series: [
    { type: "bar", data: Array.from({ length: 72 }, (_, i) => ((i * 37) % 53) * 20) },
    { type: "line", data: new Array(72).fill(500), lineStyle: { type: [5, 10, 15] }, symbol: "none" },
  ],
};
measure("pie, 5 slices", 200, () => draw(pie));
measure("72 bars + dashed line", 200, () => draw(bars));
for (const [count, rounds] of [[1_000, 100], [100_000, 10], [1_000_000, 3]]) {
  const values = walk(count);
  const option = {
    xAxis: { type: "value", max: count },
    yAxis: { scale: true },
    series: [{ type: "line", symbol: "none", data: Array.from(values, (value, index) => [index, value]) }],
  };
  measure(`line, ${count.toLocaleString("en")} points`, rounds, () => draw(option));
}
