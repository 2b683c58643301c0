import { bisector, ticks } from "d3-array"
import { timeTicks } from "d3-time"
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { lines, type Point, counterTitles } from "./Series.ts"
import { formatNumber, locale } from "../../texts/Text.ts"

/** The plot area in pixels. The rest is for axis labels. */
const [top, bottom, left, right] = [10, 192, 64, 40]

/** The shortest span to draw, in seconds. Shorter spans would repeat tick labels. */
const shortest = 30

/** The minimum distance between ticks, in pixels. */
const room = { x: 120, y: 32 }

const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" })
const precise = new Intl.DateTimeFormat(locale, { timeStyle: "medium" })

/** Plots sent, delivered, read and failed messages over time. The counters show the current numbers. */
export const Plot = ({ points }: { readonly points: ReadonlyArray<Point> }) => {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  const [pointer, setPointer] = useState<Place>()
  useLayoutEffect(() => {
    const element = frame.current
    if (element === null) return
    const resize = new ResizeObserver(() => setWidth(element.clientWidth))
    setWidth(element.clientWidth)
    resize.observe(element)
    return () => resize.disconnect()
  }, [])
  const scales = useMemo(() => scalesOf(points, width), [points, width])
  const drawn = useMemo(() => scales && <Drawing points={points} scales={scales} />, [points, scales])
  const move = ({ clientX, clientY, currentTarget }: PointerEvent): void => {
    if (!(currentTarget instanceof Element)) return
    const { x, y } = currentTarget.getBoundingClientRect()
    setPointer({ x: clientX - x, y: clientY - y })
  }
  return (
    <figure class="broadcasts-plot">
      <div
        ref={frame}
        class="broadcasts-canvas"
        role="img"
        aria-label="Messages sent, delivered, read and failed over time. The counters say how many there are now."
        onPointerMove={move}
        onPointerLeave={() => setPointer(undefined)}
      >
        <svg>
          {drawn}
          {scales && pointer && <Cursor points={points} scales={scales} pointer={pointer} />}
        </svg>
      </div>
      <figcaption class="broadcasts-legend">
        {lines.map((line) => (
          <span key={line} class={`broadcasts-name broadcasts-mark-${line}`}>
            {counterTitles[line]}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

interface Place {
  readonly x: number
  readonly y: number
}

interface Scales {
  readonly from: number
  readonly to: number
  readonly high: number
  /** The right end of the lines, in pixels. */
  readonly end: number
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

/** Returns scales from timestamps and values to pixels; undefined without space or data. */
const scalesOf = (points: ReadonlyArray<Point>, width: number): Scales | undefined => {
  const [first, last] = [points[0], points.at(-1)]
  const end = width - right
  if (first === undefined || last === undefined || end <= left) return undefined
  const [from, to] = [first[0], Math.max(last[0], first[0] + shortest)]
  const high = Math.max(1.05 * points.reduce((most, [, ...values]) => Math.max(most, ...values), 0), 1)
  return {
    from,
    to,
    high,
    end,
    x: (at) => left + ((at - from) / (to - from)) * (end - left),
    y: (value) => bottom - (value / high) * (bottom - top)
  }
}

const Drawing = ({ points, scales }: { readonly points: ReadonlyArray<Point>; readonly scales: Scales }) => {
  const { end, from, high, to, x, y } = scales
  const times = timeTicks(new Date(from * 1_000), new Date(to * 1_000), (end - left) / room.x)
  const step = Number(times[1] ?? Infinity) - Number(times[0] ?? 0)
  const format = step < 60_000 ? precise : clock
  return (
    <>
      {times.map((time) => {
        const at = x(Number(time) / 1_000)
        return (
          <>
            <line x1={at} x2={at} y1={top} y2={bottom} />
            <text x={at} y={bottom + 20} text-anchor="middle">
              {format.format(time)}
            </text>
          </>
        )
      })}
      {ticks(0, high, (bottom - top) / room.y)
        .filter(Number.isInteger)
        .map((value) => (
          <>
            <line x1={left} x2={end} y1={y(value)} y2={y(value)} />
            <text x={left - 10} y={y(value) + 4} text-anchor="end">
              {formatNumber(value)}
            </text>
          </>
        ))}
      {lines.map((line, index) => (
        <polyline
          key={line}
          class={`broadcasts-ink-${line}`}
          points={points.map((point) => `${x(point[0]).toFixed(1)},${y(point[index + 1] ?? 0).toFixed(1)}`).join(" ")}
        />
      ))}
    </>
  )
}

const instants = bisector(([at]: Point) => at)

/** Crosshairs, and the values at the nearest timestamp. */
const Cursor = ({ pointer, points, scales }: CursorProps) => {
  const { end, from, to, x, y } = scales
  if (pointer.x < left || pointer.x > end || pointer.y < top || pointer.y > bottom) return null
  const at = from + ((pointer.x - left) / (end - left)) * (to - from)
  const nearest = points[instants.center(points, at)]
  return (
    <g class="broadcasts-cursor">
      <line x1={pointer.x} x2={pointer.x} y1={top} y2={bottom} />
      <line x1={left} x2={end} y1={pointer.y} y2={pointer.y} />
      {nearest &&
        lines.map((line, index) => (
          <circle
            key={line}
            class={`broadcasts-ink-${line}`}
            cx={x(nearest[0])}
            cy={y(nearest[index + 1] ?? 0)}
            r="3.5"
          />
        ))}
    </g>
  )
}

interface CursorProps {
  readonly points: ReadonlyArray<Point>
  readonly scales: Scales
  readonly pointer: Place
}
