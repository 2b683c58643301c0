import type { Contact, ContactUuid } from "@rollcall/core"
import type { SelectionPart } from "@rollcall/core/sending"
import { anyOf, newestFirst, withoutLimits } from "@rollcall/core/people"
import { AudienceStore, type Condition, type ContactStore } from "@rollcall/core/storage"
import { Stream } from "effect"
import fc from "fast-check"
import { agree, type Check, check, holds, show } from "../shared/Check.ts"
import { forAll, generatedCases } from "../shared/ForAll.ts"
import { conditionArbitrary } from "./generated/ConditionArbitrary.ts"
import { SearchCorpus } from "./corpus/SearchCorpus.ts"

const everything = { limit: 1_000_000, offset: 0 }

const oldestFirst = (a: Contact, b: Contact): number =>
  a.createdAt.epochMilliseconds - b.createdAt.epochMilliseconds || (a.uuid < b.uuid ? -1 : 1)

/** Checks generated selections: an audience returns the union's contacts in order, each with whether it is excluded. */
export const selectionChecks: ReadonlyArray<Check<AudienceStore | ContactStore | SearchCorpus>> = [
  check("R2: an audience returns the defined contacts, oldest first, and which ones are excluded", function* () {
    const store = yield* AudienceStore
    const { fields, lists, oracle, workspace } = yield* SearchCorpus
    const uuids = oracle.contacts.map(({ uuid }) => uuid)
    const condition = conditionArbitrary(oracle.searchables, fields, lists)
    const part = fc.oneof(
      { weight: 3, arbitrary: condition.map((condition): SelectionPart => ({ _tag: "Satisfying", condition })) },
      {
        weight: 1,
        arbitrary: fc
          .array(fc.constantFrom(...uuids), { maxLength: 5 })
          .map((uuids): SelectionPart => ({ _tag: "Named", uuids }))
      }
    )
    const selections = fc.record({
      include: fc.array(part, { minLength: 1, maxLength: 3 }),
      exclude: fc.array(part, { maxLength: 3 }),
      atOnce: fc.constantFrom(1, 7, 100, 1_000)
    })
    /** Returns the contacts that the parts select, according to the definition of search. */
    const selected = (parts: ReadonlyArray<SelectionPart>): ReadonlyMap<ContactUuid, Contact> => {
      const conditions = parts.flatMap((part): ReadonlyArray<Condition> =>
        part._tag === "Satisfying" ? [part.condition] : []
      )
      const named = new Set(parts.flatMap((part) => (part._tag === "Named" ? part.uuids : [])))
      const found = oracle.search({ condition: anyOf(conditions), sort: newestFirst }, everything).items
      return new Map(
        [...found, ...oracle.contacts.filter(({ uuid }) => named.has(uuid))].map((contact) => [contact.uuid, contact])
      )
    }
    yield* forAll(selections, Math.ceil((yield* generatedCases) / 3), function* ({ atOnce, exclude, include }) {
      const excluded = selected(exclude)
      const expected = Array.from(selected(include).values())
        .sort(oldestFirst)
        .map((contact) => ({ contact, isExcluded: excluded.has(contact.uuid) }))
      const parts = yield* Stream.runCollect(store.walk(workspace, { include, exclude }, atOnce))
      const about = show({ include, exclude })
      yield* agree(`The contacts of ${about}`, parts.flat(), expected)
      yield* agree(
        `The size of ${about}`,
        yield* store.size(workspace, { include, exclude }, withoutLimits),
        expected.length
      )
      yield* holds(
        "No part has none or too many",
        parts.every(({ length }) => length > 0 && length <= atOnce)
      )
    })
  })
]
