import "uplot/dist/uPlot.min.css"
import { useEffect, useRef } from "preact/hooks"
import uPlot from "uplot"
import { formatNumber, locale, text } from "../../texts/Text.ts"
import { columnsOf, type Line, lines, type Point } from "./Series.ts"

const height = 220

/** The shortest time that is drawn, in seconds: less has ticks that say the same. */
const shortest = 30

const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" })
const precise = new Intl.DateTimeFormat(locale, { timeStyle: "medium" })

/** What was sent, delivered, read and failed over time. The counters say in numbers how it is now. */
export const Plot = ({ points }: { readonly points: ReadonlyArray<Point> }) => {
  const frame = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | undefined>(undefined)
  const latest = useRef(points)
  latest.current = points
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const dark = matchMedia("(prefers-color-scheme: dark)")
    const draw = () => {
      plot.current?.destroy()
      plot.current = new uPlot(optionsOf(element), columnsOf(latest.current), element)
    }
    const resize = new ResizeObserver(() => plot.current?.setSize({ width: element.clientWidth, height }))
    draw()
    resize.observe(element)
    dark.addEventListener("change", draw)
    return () => {
      resize.disconnect()
      dark.removeEventListener("change", draw)
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [])
  useEffect(() => plot.current?.setData(columnsOf(points)), [points])
  return (
    <figure class="broadcasts-plot">
      <div ref={frame} class="broadcasts-canvas" role="img" aria-label={text("broadcasts.plot.label")} />
      <figcaption class="broadcasts-legend">
        {lines.map((line) => (
          <span key={line} class={`broadcasts-name broadcasts-mark-${line}`}>
            {text(`broadcasts.counters.${line}`)}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** A canvas takes colours and no variables: they are read from elements that have them. */
const colourOf = (parent: HTMLElement, name: string): string => {
  const probe = document.createElement("span")
  probe.className = `broadcasts-ink-${name}`
  probe.hidden = true
  parent.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const optionsOf = (element: HTMLElement): uPlot.Options => {
  const [ink, grid] = [colourOf(element, "axis"), colourOf(element, "grid")]
  const axis: uPlot.Axis = {
    stroke: ink,
    grid: { stroke: grid, width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(element).fontFamily}`
  }
  const lineOf = (line: Line): uPlot.Series => ({
    label: text(`broadcasts.counters.${line}`),
    stroke: colourOf(element, line),
    width: 2,
    points: { show: false },
    value: (_plot, value: number | null) => (value === null ? "–" : formatNumber(value))
  })
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    scales: {
      x: { time: true, range: (_plot, from, to) => [from, Math.max(to, from + shortest)] },
      y: { range: (_plot, _low, high) => [0, Math.max(high * 1.05, 1)] }
    },
    axes: [
      {
        ...axis,
        size: 28,
        space: 96,
        values: (_plot, ticks, _axis, _space, step) =>
          ticks.map((at) => (step < 60 ? precise : clock).format(new Date(at * 1_000)))
      },
      {
        ...axis,
        size: 64,
        values: (_plot, ticks) => ticks.map((value) => (Number.isInteger(value) ? formatNumber(value) : ""))
      }
    ],
    series: [{}, ...lines.map(lineOf)]
  }
}
