import { assert, describe, it } from "@effect/vitest"
import { DateTime, Effect } from "effect"
import fc from "fast-check"
import { newestBefore } from "../../../src/shared/Instant.ts"
import { TimelineType } from "../../../src/person/timeline/TimelineEntry.ts"
import {
  cursorOf,
  mergeSources,
  type PlacedEntry,
  placeOfCursor,
  placeWithin,
  type TimelinePlace
} from "../../../src/person/timeline/TimelinePlace.ts"

const uuidOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`

const placeArbitrary: fc.Arbitrary<TimelinePlace> = fc
  .record({
    at: fc.nat({ max: 3 }),
    type: fc.constantFrom(...TimelineType.literals),
    uuid: fc.nat({ max: 2 }),
    index: fc.nat({ max: 1 })
  })
  .map(({ at, index, type, uuid }) => ({ at: DateTime.makeUnsafe(at), type, uuid: uuidOf(uuid), index }))

const textOf = ({ at, index, type, uuid }: TimelinePlace) => [DateTime.toEpochMillis(at), type, uuid, index].join(" ")

const entryAt = (place: TimelinePlace): PlacedEntry => ({
  place,
  entry: { type: "created", at: place.at, by: null }
})

/** The pages of a timeline from sources that give what each type has next, and two of them some things both. */
const walk = Effect.fnUntraced(function* (places: ReadonlyArray<TimelinePlace>, limit: number) {
  const pages: Array<ReadonlyArray<string>> = []
  let next: string | null = null
  do {
    const after: TimelinePlace | null = next === null ? null : yield* placeOfCursor(next)
    const sources = TimelineType.literals.map((type) =>
      newestBefore(
        places.filter((place) => place.type === type),
        (place) => place,
        placeWithin(type, after),
        limit + 1
      ).map(entryAt)
    )
    const { hasMore, items } = mergeSources([...sources, ...sources.slice(0, 2)], limit)
    pages.push(items.map(({ place }) => textOf(place)))
    const last = items.at(-1)
    next = hasMore && last !== undefined ? cursorOf(last.place) : null
  } while (next !== null)
  return pages
})

describe("pages of several sources (T1)", () => {
  it("contain each item once, newest first, also with equal timestamps", () => {
    const some = fc.uniqueArray(placeArbitrary, { selector: textOf, maxLength: 40 })
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 7 }), (places, limit) => {
        const pages = Effect.runSync(walk(places, limit))
        assert.deepStrictEqual(pages.flat(), places.map(textOf).toSorted().toReversed())
        for (const page of pages.slice(0, -1)) assert.strictEqual(page.length, limit)
      })
    )
  })

  it.effect.each(["", "x", btoa("{}"), btoa('[1,"moved","x",0]'), btoa(`[1,"note","${uuidOf(1)}",-1]`)])(
    "reject a string that is no cursor: %j",
    (cursor) =>
      Effect.map(Effect.flip(placeOfCursor(cursor)), ({ issues }) =>
        assert.deepStrictEqual(
          issues.map(({ code, path }) => [code, ...path]),
          [["value_error", "after"]]
        )
      )
  )
})
