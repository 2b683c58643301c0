import { assert, describe, it } from "@effect/vitest"
import { answeredInTime, answersOf, type Figure, holds, undisturbed, waitsOf } from "../src/Part.ts"

const asked = (waits: ReadonlyArray<number>, status = 200) =>
  waits.map((wait, due) => ({ path: "/health", due, wait, status }))

const even = Array.from({ length: 200 }, () => 50)

/** Returns the names of figures outside their limits. */
const broken = (figures: ReadonlyArray<Figure>) => figures.filter((one) => !holds(one)).map(({ name }) => name)

const counted = (value: number, limits: Pick<Figure, "most" | "least">): Figure => ({
  name: "sent",
  value,
  unit: "",
  ...limits
})

const steady = { ...undisturbed, drift: 1.2 }

describe("a measured figure", () => {
  it("holds within its limits", () => {
    assert.deepStrictEqual(broken([...waitsOf("get", asked(even), steady), counted(1, { most: 1, least: 1 })]), [])
  })

  it.each([
    ["waits at the 99th percentile", waitsOf("get", asked([...even, 101, 101, 101]), undisturbed), "get p99"],
    ["the longest wait", waitsOf("get", asked([11_000]), answeredInTime), "get max"],
    ["a status", waitsOf("get", asked([1], 503), undisturbed), "failed get"],
    ["a request without an answer", waitsOf("get", asked([1], 0), answeredInTime), "failed get"],
    ["nothing asked", waitsOf("get", [], undisturbed), "get p99"],
    [
      "waits that grow",
      waitsOf("get", asked([...even, ...even.map(() => 90)]), steady),
      "get p99, last sixth to first"
    ],
    ["a value that is too high", [counted(2, { most: 1 })], "sent"],
    ["a value that is too low", [counted(1, { least: 2 })], "sent"],
    ["a value that is no number", [counted(Number.NaN, { least: 2 })], "sent"]
  ])("does not hold for %s", (_, figures, name) => {
    assert.deepStrictEqual(broken(figures), [name])
  })

  it("counts disallowed responses, including a 503 without Retry-After", () => {
    const answer = { status: 503, wait: 1, retryAfter: undefined, text: "busy" }
    const wrong = answersOf("writes", [answer, { ...answer, retryAfter: "1" }, { ...answer, status: 500 }], [201, 503])
    assert.deepStrictEqual(wrong.at(-1), { name: "wrong writes", value: 2, unit: "", most: 0, detail: "503 busy" })
  })
})
