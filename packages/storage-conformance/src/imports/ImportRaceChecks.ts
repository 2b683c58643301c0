import { ContactImports, ContactLists, Contacts, type WorkspaceUuid } from "@rollcall/core"
import { appliedRows, type ImportRef, noRows, type RowCounts, RowOutcome } from "@rollcall/core/storage"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { found } from "../contacts/Fixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { newCaller, concurrently, uuidsOf } from "../shared/Fixture.ts"
import { contactsWith } from "../shared/Services.ts"
import { membersOf } from "../lists/Fixture.ts"
import { accepted, given, type ImportOptions, resultsOf, workedOff } from "./Fixture.ts"

/** Runs effects concurrently, in real time, since a transaction that lost a race pauses before it is repeated. */
const race = <A, E, R>(effects: ReadonlyArray<Effect.Effect<A, E, R>>) =>
  TestClock.withLive(Effect.all(effects, concurrently))

/** The address of the nth person. */
const emailOf = (n: number) => `ada${n}@example.org`

const people = Array.from({ length: 16 }, (_, n) => n)

/** The e-mail addresses of all contacts, in order. */
const named = (workspace: WorkspaceUuid) =>
  Effect.map(found(workspace), ({ items }) => items.map(({ email }) => `${email?.toLowerCase()}`).toSorted())

const countsOf = (refs: ReadonlyArray<ImportRef>) =>
  Effect.forEach(refs, (ref) => Effect.map(resultsOf(ref), ({ contactImport }) => contactImport.counts))

const sum = (all: ReadonlyArray<RowCounts>, outcome: RowOutcome) =>
  all.reduce((total, counts) => total + counts[outcome], 0)

/** An import of the last names of 16 people into a list, and their contacts, if they exist before. */
const prepared = Effect.fnUntraced(function* (areKnown: boolean) {
  const contacts = yield* Contacts
  const lists = yield* ContactLists
  const caller = yield* newCaller
  const list = yield* lists.create(caller, { name: "All" })
  const known = yield* Effect.forEach(areKnown ? people : [], (n) =>
    contacts.create(caller.workspace, { email: emailOf(n) })
  )
  const rows = people.map((n) => given({ email: emailOf(n), lastName: "imported" }))
  const ref = yield* accepted(caller, rows, { contactListUuid: list.uuid })
  return { caller, contacts, known, list, lists, ref, rows, workspace: caller.workspace }
})

/** Applies an import while other effects write, the last of them first, and returns the results of its rows. */
const results = Effect.fnUntraced(function* <E, R>(
  ref: ImportRef,
  others: ReadonlyArray<Effect.Effect<unknown, E, R>>,
  options: ImportOptions = {}
) {
  const work = workedOff(ref, { batch: 4, ...options })
  yield* TestClock.withLive(Effect.all([work, Effect.all(others.toReversed(), concurrently)], concurrently))
  const { receipts } = yield* resultsOf(ref)
  const all = receipts.map(({ result }) => ({ isNew: result?.outcome === "created", result }))
  const isDone = all.every(({ isNew, result }) => isNew || result?.outcome === "updated")
  yield* holds("Every row is applied", isDone, all)
  return all.map(({ isNew, result }) => ({ isNew, uuid: result?.contactUuid ?? null }))
})

/** The contract of imports under concurrent workers, and concurrent writes of contacts and lists (I1, I6). */
export const importRaceChecks: ReadonlyArray<Check> = [
  check("I1: of any number of workers on one import one applies each row, in order", function* () {
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

  check("I1: the counts of an import never fall while it is applied, and its rows match them", function* () {
    const imports = yield* ContactImports
    const caller = yield* newCaller
    const rows = Array.from({ length: 20 }, (_, n) => given(n % 4 === 0 ? {} : { email: emailOf(n % 8) }))
    const ref = yield* accepted(caller, rows)
    const watch = Effect.gen(function* () {
      let before: RowCounts = noRows
      for (;;) {
        const { counts, status } = yield* imports.get(caller.workspace, ref.contactImport)
        const last = before
        const falls = RowOutcome.literals.some((outcome) => counts[outcome] < last[outcome])
        yield* holds("No count falls", !falls, [last, counts])
        before = counts
        const known = (yield* resultsOf(ref)).receipts.filter(({ result }) => result !== null)
        const isFirst = known.every(({ index }, at) => index === at)
        yield* holds("The first rows have results", isFirst && known.length >= appliedRows(counts), [counts, known])
        if (status === "completed" || status === "failed") return
        yield* Effect.yieldNow
      }
    })
    yield* TestClock.withLive(Effect.all([watch, workedOff(ref, { batch: 1 }), watch], concurrently))
  }),

  check("I6: two imports of one match value make one contact", function* () {
    for (const [matchOnField, ...spellings] of [
      ["email", "ADA@x.org", "ada@x.org"],
      ["phoneNumber", "+49 1", "491"],
      ["externalContactId", "1", "1 "]
    ] as const) {
      for (let round = 0; round < 3; round++) {
        const caller = yield* newCaller
        const refs = yield* Effect.forEach(spellings, (text, n) =>
          accepted(caller, [given({ [matchOnField]: text, ...(n === 0 ? { firstName: "a" } : { lastName: "b" }) })], {
            matchOnField
          })
        )
        yield* race(refs.map((ref) => workedOff(ref)))
        const counts = yield* countsOf(refs)
        yield* agree("Created, updated", [sum(counts, "created"), sum(counts, "updated")], [1, 1])
        const contacts = (yield* found(caller.workspace)).items.map(({ firstName, lastName }) => [firstName, lastName])
        yield* agree("The contacts", contacts, [["a", "b"]])
      }
    }
  }),

  check("I6, L3: 16 imports of the same contacts in different orders make each once", function* () {
    for (const uniqueIdentifiers of [false, true]) {
      const { caller, list, workspace } = yield* prepared(false)
      const refs = yield* Effect.forEach(people, (n) => {
        const rows = Array.from({ length: 10 }, (_, at) => (at * 3 + n) % 10).map((person) =>
          given({ email: emailOf(person), phoneNumber: `49${person}`, lastName: `${n}` })
        )
        return accepted(caller, rows, { contactListUuid: n % 2 === 0 ? list.uuid : null })
      })
      yield* race(refs.map((ref) => workedOff(ref, { batch: 4, uniqueIdentifiers })))
      const counts = yield* countsOf(refs)
      yield* agree("Created, updated", [sum(counts, "created"), sum(counts, "updated")], [10, 150])
      yield* agree("The contacts", yield* named(workspace), people.slice(0, 10).map(emailOf))
      yield* agree("Who is on the list", (yield* membersOf(list)).length, 10)
    }
  }),

  check("I6, C2: with uniqueIdentifiers an import and creations of the same contacts make each once", function* () {
    const contacts = yield* contactsWith(true)
    const { ref, workspace } = yield* prepared(false)
    const created = new Set<number>()
    const creations = people.map((n) =>
      contacts.create(workspace, { email: emailOf(n).toUpperCase() }).pipe(
        Effect.map(() => void created.add(n)),
        Effect.catchTag("InvalidInput", () => Effect.void)
      )
    )
    const rows = yield* results(ref, creations, { uniqueIdentifiers: true })
    for (const [n, { isNew }] of rows.entries()) yield* agree(`Row ${n} made one`, isNew, !created.has(n))
    yield* agree("The contacts", yield* named(workspace), people.map(emailOf).toSorted())
  }),

  check("I6: a row that made a contact did not see another that came meanwhile", function* () {
    const { contacts, ref, workspace } = yield* prepared(false)
    const rows = yield* results(
      ref,
      people.map((n) => contacts.create(workspace, { email: emailOf(n) }))
    )
    const { items } = yield* found(workspace)
    for (const [n, { isNew, uuid }] of rows.entries()) {
      const own = items.filter(({ email }) => email === emailOf(n))
      yield* agree("How many there are", own.length, isNew ? 2 : 1)
      const ofRow = own.filter(({ lastName }) => lastName === "imported")
      yield* agree<unknown>("The one of the row", uuidsOf(ofRow), [uuid])
    }
  }),

  check("I6: an import and changes of the same contacts lose nothing of each other", function* () {
    const { contacts, known, ref, workspace } = yield* prepared(true)
    yield* results(
      ref,
      known.map(({ uuid }) => contacts.update(workspace, uuid, { firstName: "changed" }))
    )
    for (const { firstName, lastName } of (yield* found(workspace)).items) {
      yield* agree("The contact", [firstName, lastName], ["changed", "imported"])
    }
  }),

  check("I6, C7: a row changes a contact that is then erased, or makes another after it", function* () {
    const { contacts, known, list, ref, workspace } = yield* prepared(true)
    const rows = yield* results(
      ref,
      known.map(({ uuid }) => contacts.erase(workspace, uuid))
    )
    const made = rows.flatMap(({ isNew, uuid }) => (isNew && uuid !== null ? uuid : []))
    const left = uuidsOf((yield* found(workspace)).items)
    yield* agree("The contacts", left.toSorted(), made.toSorted())
    yield* agree("Who is on the list", (yield* membersOf(list)).length, made.length)
  }),

  check("L3: imports into one list and additions to it count every contact once", function* () {
    const { caller, contacts, known, list, lists, ref, rows, workspace } = yield* prepared(true)
    const options = { contactListUuid: list.uuid, mergeType: "create" } as const
    const another = yield* accepted(caller, rows.toReversed(), options)
    const additions = known.map(({ uuid }) => lists.addMembers(caller, list.uuid, [uuid]))
    const archivings = known.slice(0, 6).map(({ uuid }) => contacts.setArchived(workspace, uuid, true))
    const work = [ref, another].map((ref) => workedOff(ref, { batch: 5 }))
    yield* TestClock.withLive(Effect.all([...work, ...additions, ...archivings], concurrently))
    yield* agree("The count", (yield* lists.get(workspace, list.uuid)).count, 10)
    yield* agree("The members", (yield* membersOf(list)).length, 16)
  })
]
