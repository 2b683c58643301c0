import { ContactLists, type WorkspaceUuid } from "@rollcall/core"
import { noRows, type RowCounts, type RowOutcome } from "@rollcall/core/people"
import type { ImportRef } from "@rollcall/core/storage"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { found } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { newCaller, concurrently } from "../shared/Fixture.ts"
import { membersOf } from "../fixtures/ListFixture.ts"
import { accepted, given, resultsOf, workedOff } from "../fixtures/ImportFixture.ts"

/** Runs effects concurrently, in real time, because a transaction pauses before it is retried after a conflict. */
const race = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  TestClock.withLive(Effect.all(effects, concurrently))

const emailOf = (n: number) => `ada${n}@example.org`

const people = Array.from({ length: 16 }, (_, n) => n)

/** Reads the email addresses of all contacts, in order. */
const named = (workspace: WorkspaceUuid) =>
  Effect.map(found(workspace), ({ items }) => items.map(({ email }) => `${email?.toLowerCase()}`).toSorted())

const countsOf = (refs: ReadonlyArray<ImportRef>) =>
  Effect.forEach(refs, (ref) => Effect.map(resultsOf(ref), ({ contactImport }) => contactImport.counts))

const sum = (all: ReadonlyArray<RowCounts>, outcome: RowOutcome) =>
  all.reduce((total, counts) => total + counts[outcome], 0)

/** Checks an import from start to end with concurrent workers, at the same time as other imports. */
export const importRaceChecks: ReadonlyArray<Check> = [
  check("I1: of many concurrent workers on one import, exactly one applies each row, in order", function* () {
    for (const batch of [1, 3]) {
      const caller = yield* newCaller
      const rows = Array.from({ length: 24 }, (_, n) => given({ email: emailOf(n % 8), lastName: `${n}` }))
      const ref = yield* accepted(caller, rows)
      yield* race(Array.from({ length: 6 }, () => workedOff(ref, { batch })))
      const { contactImport, receipts } = yield* resultsOf(ref)
      yield* agree("The status", contactImport.status, "completed")
      yield* agree("The counts", contactImport.counts, { ...noRows, created: 8, updated: 16 })
      for (const [n, { result }] of receipts.entries()) {
        yield* agree(`Row ${n}`, result?.outcome, n < 8 ? "created" : "updated")
      }
      const { items } = yield* found(caller.workspace)
      const last = items.map(({ lastName }) => Number(lastName)).toSorted((a, b) => a - b)
      yield* agree("The last of each", last, [16, 17, 18, 19, 20, 21, 22, 23])
    }
  }),

  check("I6, L3: 16 imports of the same contacts in different orders create each contact once", function* () {
    for (const uniqueIdentifiers of [false, true]) {
      const caller = yield* newCaller
      const list = yield* ContactLists.use((lists) => lists.create(caller, { name: "All" }))
      const refs = yield* Effect.forEach(people, (n) => {
        const rows = Array.from({ length: 10 }, (_, at) => (at * 3 + n) % 10).map((person) =>
          given({ email: emailOf(person), phoneNumber: `49${person}`, lastName: `${n}` })
        )
        return accepted(caller, rows, { contactListUuid: n % 2 === 0 ? list.uuid : null })
      })
      yield* race(refs.map((ref) => workedOff(ref, { batch: 4, uniqueIdentifiers })))
      const counts = yield* countsOf(refs)
      yield* agree("Created, updated", [sum(counts, "created"), sum(counts, "updated")], [10, 150])
      yield* agree("The contacts", yield* named(caller.workspace), people.slice(0, 10).map(emailOf))
      yield* agree("Who is on the list", (yield* membersOf(list)).length, 10)
    }
  })
]
