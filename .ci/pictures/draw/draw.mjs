import { text } from "node:stream/consumers"
import { instance } from "@viz-js/viz"
import * as echarts from "echarts"

// Draws the picture that comes on standard input, as SVG in the colours of the reader's theme.

/** Colours by class: a picture follows the theme of the reader, with a ground of its own. */
const style = `
  svg { --ground: #ffffff; --ink: #1c2128; --line: #8a939e; --box: #eef1f5; --good: #dcefe3; --bad: #f8dfe0; --start: #d9e7fa; --bar: #2f6fc1; --beside: #9aa5b1 }
  @media (prefers-color-scheme: dark) {
    svg { --ground: #17191e; --ink: #e6e9ee; --line: #7d8793; --box: #262b33; --good: #1d3b2a; --bad: #48262a; --start: #1f3553; --bar: #6ea8ee; --beside: #66707c }
  }
  [fill="#0000a1"] { fill: var(--ink) }
  [stroke="#0000a1"] { stroke: var(--ink) }
  [stroke="#0000a2"] { stroke: var(--line) }
  [fill="#0000a3"] { fill: var(--bar) }
  [fill="#0000a4"] { fill: var(--beside) }
  [stroke="#0000a5"] { stroke: var(--box) }
  .ground { fill: var(--ground) }
  .node text, .edge text { fill: var(--ink) }
  text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif }
  .node path, .node polygon { fill: var(--box); stroke: var(--line) }
  .start path, .start polygon { fill: var(--start) }
  .good path, .good polygon { fill: var(--good) }
  .bad path, .bad polygon { fill: var(--bad) }
  .end path, .end polygon { fill: var(--start) }
  .note path, .note polygon { fill: none; stroke: none }
  .node text { font-size: 12.5px }
  .edge text { font-size: 10.5px }
  .edge path { stroke: var(--line) }
  .edge polygon { stroke: var(--line); fill: var(--line) }
`

const ground = (svg) => {
  const [, width, height] = /viewBox="0(?:\.0+)? 0(?:\.0+)? ([\d.]+) ([\d.]+)"/.exec(svg) ?? []
  return svg.replace(
    /(<svg[^>]*>)/,
    `$1<style>${style}</style><rect class="ground" width="${width}" height="${height}" rx="10"/>`
  )
}

const drawGraph = async (graph) =>
  ground((await instance()).renderString(graph, { format: "svg" }).replace(/^[^]*?(?=<svg)/, ""))

// The library of charts takes colours alone: the style has those of the theme for these.
const [ink, line, bar, besideBar, grid] = ["#0000a1", "#0000a2", "#0000a3", "#0000a4", "#0000a5"]

const drawChart = ({ bars, limit, logarithmic, series, title, unit }) => {
  const hasBeside = bars.some(({ beside }) => beside !== null)
  const height = 110 + bars.length * (hasBeside ? 34 : 24)
  const chart = echarts.init(null, null, { renderer: "svg", ssr: true, width: 860, height })
  const textStyle = { color: ink, fontSize: 12 }
  const label = {
    show: true,
    position: "right",
    ...textStyle,
    fontSize: 11,
    formatter: ({ value }) => value.toLocaleString("en")
  }
  chart.setOption({
    animation: false,
    textStyle,
    title: { text: title, left: 16, top: 12, textStyle: { ...textStyle, fontSize: 15 } },
    legend: hasBeside ? { right: 16, top: 12, textStyle, data: series.slice() } : { show: false },
    grid: { left: 16, right: 64, top: 48, bottom: 40, containLabel: true },
    xAxis: {
      type: logarithmic ? "log" : "value",
      name: unit,
      nameLocation: "middle",
      nameGap: 26,
      nameTextStyle: textStyle,
      axisLabel: textStyle,
      splitLine: { lineStyle: { color: grid } }
    },
    yAxis: {
      type: "category",
      inverse: true,
      data: bars.map((bar) => bar.label),
      axisLabel: textStyle,
      axisLine: { lineStyle: { color: line } },
      axisTick: { show: false }
    },
    series: [
      {
        name: series[0],
        type: "bar",
        data: bars.map(({ value }) => value),
        itemStyle: { color: bar },
        label,
        ...(limit !== null && {
          markLine: {
            symbol: "none",
            data: [{ xAxis: limit }],
            lineStyle: { color: ink },
            label: { ...textStyle, position: "start", formatter: `${limit} ${unit}` }
          }
        })
      },
      ...(hasBeside
        ? [
            {
              name: series[1],
              type: "bar",
              data: bars.map(({ beside }) => beside),
              itemStyle: { color: besideBar },
              label
            }
          ]
        : [])
    ]
  })
  const svg = chart.renderToSVGString({ useViewBox: true })
  chart.dispose()
  return ground(svg)
}

const picture = JSON.parse(await text(process.stdin))
process.stdout.write("graph" in picture ? await drawGraph(picture.graph) : drawChart(picture.chart))
