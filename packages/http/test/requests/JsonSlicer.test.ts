import { assert, describe, it } from "@effect/vitest"
import { Predicate } from "effect"
import * as fc from "fast-check"
import { JsonSlicer } from "../../src/requests/body/JsonSlicer.ts"

/** Cuts a text that arrives in pieces. */
const slice = (pieces: ReadonlyArray<string>, options: { readonly items: number; readonly characters: number }) => {
  const slicer = new JsonSlicer({ member: "list", ...options })
  for (const piece of pieces) slicer.push(piece)
  return slicer
}

/** What the parts mean together, or nothing when one of them is no JSON. */
const meaning = (slicer: JsonSlicer): unknown => {
  try {
    const rest: unknown = JSON.parse(slicer.rest)
    const items = slicer.slices.flatMap(itemsOf)
    if (slicer.repeated) return undefined
    assert.strictEqual(slicer.items, items.length)
    if (items.length === 0) return { value: rest }
    assert(Predicate.isObject(rest) && "list" in rest)
    // A list that was followed by another value of the same name does not count.
    return Array.isArray(rest["list"]) ? { value: { ...rest, list: items } } : { value: rest }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const itemsOf = (text: string): ReadonlyArray<unknown> => {
  const items: unknown = JSON.parse(text)
  assert(Array.isArray(items))
  return items
}

const parsed = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return undefined
  }
}

/** Cuts a text into pieces at any places. */
const inPieces = (text: string, cuts: ReadonlyArray<number>): ReadonlyArray<string> => {
  const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b)
  return places.slice(1).map((place, index) => text.slice(places[index], place))
}

const space = fc.constantFrom("", " ", "\n\t", "\r ")
const cuts = fc.array(fc.nat(), { maxLength: 8 })
const options = fc.record({ items: fc.integer({ min: 1, max: 4 }), characters: fc.integer({ min: 1, max: 40 }) })
const item = fc.oneof(
  fc.json(),
  fc.constantFrom(
    '"],["',
    '"\\"]"',
    '"\\\\"',
    '"{"',
    "[[],[1]]",
    '{"list":[1,2]}',
    '{"a":"\\\\\\""}',
    "[]",
    "{}",
    "1e400"
  )
)
const list = fc
  .tuple(fc.array(fc.tuple(space, item, space), { maxLength: 12 }), space)
  .map(([items, blank]) => `[${items.length === 0 ? blank : items.map((parts) => parts.join("")).join(",")}]`)
const name = fc.constantFrom('"list"', '"\\u006cist"', '"l\\u0069st"')
const other = fc.tuple(
  fc.constantFrom('"a"', '"b"', '"listing"', '"\\"list\\""', '"[{"'),
  fc.oneof(fc.json(), fc.constantFrom('"list"', '["list",[1]]', '{"list":[1]}', '"\\\\"'))
)
const object = fc
  .record({ before: fc.array(other, { maxLength: 2 }), after: fc.array(other, { maxLength: 2 }), name, list, space })
  .map(({ after, before, list, name, space }) => {
    const members = [...before, [name, list] as const, ...after]
    return `${space}{${members.map(([key, value]) => `${space}${key}${space}:${space}${value}`).join(`${space},`)}}`
  })

describe("JsonSlicer", () => {
  it("the parts of any JSON object mean the same as the whole, however it is cut and arrives", () => {
    fc.assert(
      fc.property(object, cuts, options, (text, cuts, options) => {
        assert.deepStrictEqual(meaning(slice(inPieces(text, cuts), options)), parsed(text))
      }),
      { numRuns: 3_000 }
    )
  })

  it("no string becomes valid JSON by being cut, and no valid JSON becomes invalid", () => {
    const damage = fc.tuple(
      fc.nat(),
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom("", ",", "[", "]", "{", "}", '"', "\\", ":")
    )
    fc.assert(
      fc.property(
        object,
        cuts,
        options,
        fc.array(damage, { minLength: 1, maxLength: 3 }),
        (text, cuts, options, damage) => {
          const damaged = damage.reduce((text, [place, length, insert]) => {
            const at = place % (text.length + 1)
            return text.slice(0, at) + insert + text.slice(at + length)
          }, text)
          const slicer = slice(inPieces(damaged, cuts), options)
          const whole = parsed(damaged)
          if (slicer.repeated) return
          assert.deepStrictEqual(meaning(slicer), whole)
        }
      ),
      { numRuns: 6_000 }
    )
  })

  const damaged = ['{"list":[1}}', '{"list":[1}', '{"list":[{]}]}', '{"list":[,1]}', '{"list":[1,]}', '{"list":[1,,2]}']
  for (const text of [
    ...damaged,
    '{"list":[1 2]}',
    '{"list":[\u00a0]}',
    '{"list":[1]',
    '{"list":["1]}',
    '{"list" [1]}'
  ]) {
    it(`${text} is not JSON, wherever it is cut`, () => {
      for (const items of [1, 2, 9]) {
        assert.isUndefined(meaning(slice([text], { items, characters: 99 })))
        assert.isUndefined(meaning(slice([...text], { items, characters: 99 })))
      }
    })
  }

  it("a slice has at most the maximum number of items, and ends with the last item that fits", () => {
    const text = JSON.stringify({ list: Array.from({ length: 10 }, (_, index) => "x".repeat(index)) })
    const byItems = slice([text], { items: 4, characters: 1_000 })
    assert.deepStrictEqual(
      byItems.slices.map((text) => itemsOf(text).length),
      [4, 4, 2]
    )
    const byLength = slice([text], { items: 1_000, characters: 20 })
    for (const text of byLength.slices.slice(0, -1)) assert.isAtLeast(text.length - 2, 20)
    assert.isAbove(byLength.slices.length, 1)
  })

  it("holds only the remaining members and the current slice", () => {
    const slicer = slice(['{"a":1,"list":[', '1,"' + "x".repeat(50)], { items: 1, characters: 1_000 })
    assert.strictEqual(slicer.rest, '{"a":1,"list":')
    assert.strictEqual(slicer.longest, 51)
    assert.deepStrictEqual(slicer.slices, ["[1]"])
  })

  it("reports a list that is given twice", () => {
    assert.isTrue(slice(['{"list":[1],"list":[2]}'], { items: 9, characters: 99 }).repeated)
    assert.isTrue(slice(['{"list":[],"l\\u0069st":[]}'], { items: 9, characters: 99 }).repeated)
    assert.isFalse(slice(['{"list":[{"list":[1]}]}'], { items: 9, characters: 99 }).repeated)
  })
})
