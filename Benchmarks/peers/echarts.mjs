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

// Numbers of the benchmark's marks, from 1 to 100.
const numbers = (count, seed = 1) => Array.from({ length: count }, (_, index) => ((index * 37 + seed * 11) % 100) + 1);
const names = (count) => Array.from({ length: count }, (_, index) => `Name ${index + 1}`);
const indices = (count) => Array.from({ length: count }, (_, index) => index);

const slices = indices(200).map((index) => ({ value: 1 + ((index * 7) % 11), name: `Part ${index + 1}` }));
measure("pie, 200 slices", 50, () => draw({ series: [{ type: "pie", data: slices }] }));

const category = (count) => ({ type: "category", data: names(count) });
const thousand = { type: "bar", data: numbers(1_000) };
measure("bars, 1,000", 50, () => draw({ xAxis: category(1_000), yAxis: {}, series: [thousand] }));
measure("bars, 1,000, horizontal", 50, () => draw({ xAxis: {}, yAxis: category(1_000), series: [thousand] }));

const closes = Array.from(walk(501), (value) => 100 + 4 * value);
const days = indices(500).map((index) => {
  const pair = [closes[index], closes[index + 1]];
  return [...pair, Math.min(...pair) - 1, Math.max(...pair) + 1];
});
measure("candlesticks, 500", 50, () =>
  draw({ xAxis: category(500), yAxis: { scale: true }, series: [{ type: "candlestick", data: days }] }));

for (const [count, rounds] of [[1_000, 50], [100_000, 3]]) {
  const [x, y] = [numbers(count, 7), numbers(count)];
  const data = x.map((value, index) => [value, y[index]]);
  measure(`scatter, ${count.toLocaleString("en")} points`, rounds, () =>
    draw({ xAxis: {}, yAxis: {}, series: [{ type: "scatter", data }] }));
}

const spokes = [1, 2, 3, 4].map((seed) => numbers(24, seed));
measure("radar, 4 series of 24", 50, () =>
  draw({
    radar: { indicator: names(24).map((name) => ({ name, max: 100 })) },
    series: [{ type: "radar", data: spokes.map((value) => ({ value })) }],
  }));
measure("polar bars, 4 series of 24", 50, () =>
  draw({
    polar: {}, angleAxis: category(24), radiusAxis: {},
    series: spokes.map((data) => ({ type: "bar", data, coordinateSystem: "polar", stack: "all" })),
  }));

const groups = indices(30).map((group) => ({
  name: `Group ${group + 1}`, children: numbers(30, group).map((value, part) => ({ name: `Part no. ${part + 1}`, value })),
}));
measure("treemap, 900 parts", 20, () => draw({ series: [{ type: "treemap", data: groups, leafDepth: 2 }] }));

const all = walk(5_000);
const summaries = indices(100).map((box) => {
  const own = Array.from(all.slice(50 * box, 50 * box + 50)).sort((left, right) => left - right);
  return [own[0], own[12], (own[24] + own[25]) / 2, own[37], own[49]];
});
measure("boxes, 100", 50, () =>
  draw({ xAxis: category(100), yAxis: { scale: true }, series: [{ type: "boxplot", data: summaries }] }));

for (const [side, rounds] of [[30, 20], [500, 1]]) {
  const data = indices(side).flatMap((row) => numbers(side, row).map((value, column) => [column, row, value]));
  measure(`heat map, ${(side * side).toLocaleString("en")} cells`, rounds, () =>
    draw({
      xAxis: category(side), yAxis: category(side), visualMap: { min: 1, max: 100 }, series: [{ type: "heatmap", data }],
    }));
}
for (const [count, rounds] of [[1_000, 100], [100_000, 10], [1_000_000, 3]]) {
  const values = walk(count);
  const option = {
    xAxis: { type: "value", max: count },
    yAxis: { scale: true },
    series: [{ type: "line", symbol: "none", data: Array.from(values, (value, index) => [index, value]) }],
  };
  measure(`line, ${count.toLocaleString("en")} points`, rounds, () => draw(option));
}
