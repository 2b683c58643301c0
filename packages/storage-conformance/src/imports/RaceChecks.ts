import { appliedRows, ContactImports, ContactLists, noRows, RowOutcome, type RowCounts } from "@rollcall/core"
import { Effect } from "effect"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import {
  accepted,
  given,
  type ImportNeeds,
  type ImportOptions,
  newCaller,
  receiptsOf,
  workedOff
} from "./ImportWorld.ts"
import { atOnce, emailOf, everyone, named, together } from "./RaceWorld.ts"

const sum = (all: ReadonlyArray<RowCounts>, outcome: RowOutcome) =>
  all.reduce((total, counts) => total + counts[outcome], 0)

/** What is promised while several work on imports (I1, I6). */
export const importRaceChecks: ReadonlyArray<Check<ImportNeeds | ContactLists>> = [
  check(
    "I1: of any number who work on one import each row is applied by one, in order",
    Effect.gen(function* () {
      const imports = yield* ContactImports
      for (const batch of [1, 3]) {
        const caller = yield* newCaller
        const rows = Array.from({ length: 24 }, (_, n) => given({ email: emailOf(n % 8), lastName: `${n}` }))
        const ref = yield* accepted(caller, rows)
        yield* together(
          Effect.all(
            Array.from({ length: 6 }, () => workedOff(ref, { batch })),
            atOnce
          )
        )
        const { counts, status } = yield* imports.get(caller.workspace, ref.contactImport)
        yield* agree("The status", status, "completed")
        yield* agree("The counts", counts, { created: 8, updated: 16, unchanged: 0, skipped: 0, failed: 0 })
        const outcomes = (yield* receiptsOf(ref)).map(({ result }) => result?.outcome ?? "failed")
        const expected = rows.map((_, n): RowOutcome => (n < 8 ? "created" : "updated"))
        yield* agree("The rows", outcomes, expected)
        const names = (yield* everyone(caller.workspace)).map(({ lastName }) => Number(lastName))
        yield* agree(
          "Who was last",
          names.toSorted((a, b) => a - b),
          [16, 17, 18, 19, 20, 21, 22, 23]
        )
      }
    })
  ),

  check(
    "I1: who sees an import while it is worked on sees counts that never fall, and rows to match them",
    Effect.gen(function* () {
      const imports = yield* ContactImports
      const caller = yield* newCaller
      const rows = Array.from({ length: 20 }, (_, n) => given(n % 4 === 0 ? {} : { email: emailOf(n % 8) }))
      const ref = yield* accepted(caller, rows)
      const watching = Effect.gen(function* () {
        let before: RowCounts = noRows
        for (;;) {
          const { counts, status } = yield* imports.get(caller.workspace, ref.contactImport)
          const last = before
          yield* holds(
            "No count falls",
            RowOutcome.literals.every((outcome) => counts[outcome] >= last[outcome]),
            [last, counts]
          )
          before = counts
          const known = (yield* receiptsOf(ref)).filter(({ result }) => result !== null)
          yield* holds("Rows have their outcome when they are counted", known.length >= appliedRows(counts), counts)
          yield* holds(
            "The first ones",
            known.every(({ index }, at) => index === at),
            known
          )
          if (status === "completed" || status === "failed") return
          yield* Effect.yieldNow
        }
      })
      yield* together(Effect.all([watching, workedOff(ref, { batch: 1 }), watching], atOnce))
    })
  ),

  check(
    "I6: two imports of one match value make one contact",
    Effect.gen(function* () {
      const imports = yield* ContactImports
      for (const matchOn of ["email", "phoneNumber", "externalContactId"] as const) {
        for (let round = 0; round < 3; round++) {
          const caller = yield* newCaller
          const [one, two] = {
            email: ["ADA@x.org", "ada@x.org"],
            phoneNumber: ["+49 1", "491"],
            externalContactId: ["1", "1 "]
          }[matchOn]
          const refs = [
            yield* accepted(caller, [given({ [matchOn]: one ?? "", firstName: "a" })], { matchOn }),
            yield* accepted(caller, [given({ [matchOn]: two ?? "", lastName: "b" })], { matchOn })
          ]
          yield* together(
            Effect.all(
              refs.map((ref) => workedOff(ref)),
              atOnce
            )
          )
          const counts = yield* Effect.forEach(refs, ({ contactImport }) =>
            Effect.map(imports.get(caller.workspace, contactImport), ({ counts }) => counts)
          )
          yield* agree("How often it was made", sum(counts, "created"), 1)
          yield* agree("How often it was changed", sum(counts, "updated"), 1)
          const found = (yield* everyone(caller.workspace)).map(({ firstName, lastName }) => ({ firstName, lastName }))
          yield* agree("The contacts", found, [{ firstName: "a", lastName: "b" }])
        }
      }
    })
  ),

  check(
    "I6: of 16 imports of the same contacts in different orders each contact is made once, and no row is lost",
    Effect.gen(function* () {
      const imports = yield* ContactImports
      const lists = yield* ContactLists
      for (const uniqueIdentifiers of [false, true]) {
        const caller = yield* newCaller
        const { uuid } = yield* lists.create(caller, { name: "All" })
        const options: ImportOptions = { batch: 4, uniqueIdentifiers }
        const refs = yield* Effect.forEach(Array.from({ length: 16 }), (_, n) =>
          accepted(
            caller,
            Array.from({ length: 10 }, (_, at) => {
              const person = (at * 3 + n) % 10
              return given({ email: emailOf(person), phoneNumber: `49${person}`, lastName: `${n}` })
            }),
            { ...options, contactListUuid: n % 2 === 0 ? uuid : null }
          )
        )
        yield* together(
          Effect.all(
            refs.map((ref) => workedOff(ref, options)),
            atOnce
          )
        )
        const all = yield* Effect.forEach(refs, ({ contactImport }) => imports.get(caller.workspace, contactImport))
        yield* agree(
          "The statuses",
          all.map(({ status }) => status),
          Array<string>(16).fill("completed")
        )
        const counts = all.map(({ counts }) => counts)
        yield* agree("How many were made", sum(counts, "created"), 10)
        yield* agree("How many were changed", sum(counts, "updated"), 150)
        yield* agree(
          "The contacts",
          named(yield* everyone(caller.workspace)),
          Array.from({ length: 10 }, (_, n) => emailOf(n))
        )
        yield* agree("Who is on the list", (yield* lists.get(caller.workspace, uuid)).count, 10)
      }
    })
  )
]
