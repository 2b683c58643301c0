import { describe, expect, test } from "vitest"
import { addPoint, mostPoints, type Point, pointOf, pointsOf, secondsFor } from "../../src/broadcasts/live/Series.ts"

const at = (second: number, sent: number): Point => pointOf(second, { sent, delivered: 0, read: 0, failed: 0 })

const added = (...points: ReadonlyArray<Point>) => points.reduce<ReadonlyArray<Point>>(addPoint, [])

describe("a plot's points", () => {
  test("are those at which something changed, and the last", () => {
    expect(added(at(1, 5), at(2, 5), at(3, 5), at(4, 5), at(5, 7))).toEqual([at(1, 5), at(4, 5), at(5, 7)])
  })

  test("never go back in time", () => {
    expect(added(at(5, 1), at(4, 2), at(6, 3))).toEqual([at(4, 2), at(6, 3)])
  })

  test("are limited for a broadcast of many hours, from its start to its end", () => {
    let points: ReadonlyArray<Point> = []
    for (let second = 0; second < 20_000; second += 1) points = addPoint(points, at(second, second))
    expect(points.length).toBeLessThanOrEqual(mostPoints)
    expect(points.length).toBeGreaterThan(mostPoints / 4)
    expect([points[0], points.at(-1)]).toEqual([at(0, 0), at(19_999, 19_999)])
    expect(points.map(([second]) => second)).toEqual(points.map(([second]) => second).toSorted((a, b) => a - b))
  })

  test("show the growth of merged intervals, and stay level without changes", () => {
    const span = (second: number, sent: number, read = 0) => {
      return { at: new Date(second * 1_000).toISOString(), sent, delivered: 0, read, failed: 0 }
    }
    expect(pointsOf([], 60)).toEqual([])
    expect(pointsOf([span(60, 5), span(120, 2), span(300, 0, 1)], 60)).toEqual([
      at(60, 0),
      at(120, 5),
      at(180, 7),
      at(300, 7),
      [360, 7, 1, 1, 0]
    ])
    expect(pointsOf([{ ...span(60, 1), delivered: 3 }], 60).at(-1)).toEqual([120, 3, 3, 0, 0])
    expect(secondsFor([span(0, 1)], 86_400)).toBe(288)
    expect(secondsFor([span(0, 1), span(288, 1)], 288)).toBe(2)
    expect(secondsFor([], 86_400)).toBe(86_400)
  })
})
