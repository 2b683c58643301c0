import { assert, describe, it } from "@effect/vitest"
import { answeredInTime, answersOf, brokenIn, type Part, undisturbed, waitsOf } from "../src/Part.ts"

const asked = (waits: ReadonlyArray<number>, status = 200) =>
  waits.map((wait, due) => ({ path: "/health", due, wait, status }))

const part = (changes: Partial<Part>): Part => ({
  name: "part",
  get: null,
  health: null,
  machine: null,
  figures: [],
  ...changes
})

const even = Array.from({ length: 200 }, () => 50)

describe("a part of a scenario", () => {
  it("holds if everything is within its limits", () => {
    const get = waitsOf(asked(even), { ...undisturbed, drift: 1.2 })
    assert.deepStrictEqual(brokenIn(part({ get, figures: [{ name: "lost", value: 0, unit: "", most: 0 }] })), [])
  })

  it.each([
    [
      "waits at the 99th percentile",
      part({ get: waitsOf(asked([...even, 101, 101, 101]), undisturbed) }),
      "get p99: 101 > 100 ms"
    ],
    ["the longest wait", part({ get: waitsOf(asked([11_000]), answeredInTime) }), "get max: 11000 > 10500 ms"],
    ["a status", part({ health: waitsOf(asked([1], 503), undisturbed) }), "health: 503: 1"],
    ["a request without an answer", part({ health: waitsOf(asked([1], 0), answeredInTime) }), "health: none: 1"],
    ["nothing asked", part({ health: waitsOf([], undisturbed) }), "health was not asked"],
    [
      "waits that grow",
      part({ get: waitsOf(asked([...even, ...even.map(() => 90)]), { ...undisturbed, drift: 1.2 }) }),
      "get p99 at last: 1.80 > 1.2 times that at first"
    ],
    ["a figure that is too high", part({ figures: [{ name: "lost", value: 1, unit: "", most: 0 }] }), "lost: 1 > 0"],
    ["a figure that is too low", part({ figures: [{ name: "sent", value: 1, unit: "", least: 2 }] }), "sent: 1 < 2"],
    [
      "a figure that is no number",
      part({ figures: [{ name: "sent", value: Number.NaN, unit: "", least: 2 }] }),
      "sent: NaN < 2"
    ]
  ])("does not hold for %s", (_, broken, line) => {
    assert.deepStrictEqual(brokenIn(broken), [line])
  })

  it("counts answers that may not be, a 503 without Retry-After among them", () => {
    const answer = { status: 503, wait: 1, retryAfter: undefined, text: "busy" }
    const wrong = answersOf("writes", [answer, { ...answer, retryAfter: "1" }, { ...answer, status: 500 }], [201, 503])
    assert.deepStrictEqual(wrong.at(-1), { name: "wrong writes", value: 2, unit: "", most: 0, detail: "503 busy" })
  })
})
