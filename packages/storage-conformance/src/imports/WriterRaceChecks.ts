import { ContactLists, Contacts, InvalidInput } from "@rollcall/core"
import { Effect } from "effect"
import { agree, type Check, check, holds } from "../kernel/Check.ts"
import { everything } from "./Fixture.ts"
import { accepted, contactsWith, given, type ImportNeeds, newCaller, receiptsOf, workedOff } from "./ImportWorld.ts"
import { atOnce, emailOf, everyone, named, together } from "./RaceWorld.ts"

/** What is promised while others write the contacts of an import, or its list (I6). */
export const writerRaceChecks: ReadonlyArray<Check<ImportNeeds | ContactLists>> = [
  check(
    "I6, C2: with uniqueIdentifiers an import and creations of the same contacts make each once",
    Effect.gen(function* () {
      const contacts = yield* contactsWith(true)
      const caller = yield* newCaller
      const people = Array.from({ length: 16 }, (_, n) => n)
      const ref = yield* accepted(
        caller,
        people.map((n) => given({ email: emailOf(n), lastName: "imported" }))
      )
      const create = (n: number) =>
        contacts.create(caller.workspace, { email: emailOf(n).toUpperCase(), lastName: "created" }).pipe(
          Effect.as(true),
          Effect.catchIf(
            (error) => error instanceof InvalidInput,
            () => Effect.succeed(false)
          )
        )
      const [, ...made] = yield* together(
        Effect.all(
          [Effect.as(workedOff(ref, { batch: 4, uniqueIdentifiers: true }), false), ...people.toReversed().map(create)],
          atOnce
        )
      )
      const outcomes = (yield* receiptsOf(ref)).map(({ result }) => result?.outcome)
      for (const n of people) {
        const wasCreated = made.toReversed()[n] === true
        yield* agree(`What became of row ${n}`, outcomes[n] ?? "failed", wasCreated ? "updated" : "created")
      }
      yield* agree("The contacts", named(yield* everyone(caller.workspace)), people.map(emailOf).toSorted())
    })
  ),

  check(
    "I6: an import and creations that are free to repeat an identifier: a row that made a contact did not see the other",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const caller = yield* newCaller
      const people = Array.from({ length: 16 }, (_, n) => n)
      const ref = yield* accepted(
        caller,
        people.map((n) => given({ email: emailOf(n), lastName: "imported" }))
      )
      const create = (n: number) => Effect.asVoid(contacts.create(caller.workspace, { email: emailOf(n) }))
      yield* together(Effect.all([workedOff(ref, { batch: 4 }), ...people.toReversed().map(create)], atOnce))
      const found = yield* everyone(caller.workspace)
      for (const [n, { result }] of (yield* receiptsOf(ref)).entries()) {
        const own = found.filter(({ email }) => email === emailOf(n))
        yield* holds("It worked", result?.outcome === "created" || result?.outcome === "updated", result)
        yield* agree("How many there are", own.length, result?.outcome === "created" ? 2 : 1)
        const imported = own.filter(({ lastName }) => lastName === "imported")
        yield* agree(
          "The one of the row",
          imported.map(({ uuid }): string => uuid),
          [result?.contactUuid ?? ""]
        )
      }
    })
  ),

  check(
    "I6: an import and changes of the same contacts lose nothing of each other",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const caller = yield* newCaller
      const people = yield* Effect.forEach(Array.from({ length: 16 }), (_, n) =>
        contacts.create(caller.workspace, { email: emailOf(n) })
      )
      const ref = yield* accepted(
        caller,
        people.map(({ email }) => given({ email, lastName: "imported" }))
      )
      yield* together(
        Effect.all(
          [
            workedOff(ref, { batch: 4 }),
            ...people
              .toReversed()
              .map(({ uuid }) => Effect.asVoid(contacts.update(caller.workspace, uuid, { firstName: "changed" })))
          ],
          atOnce
        )
      )
      for (const contact of yield* everyone(caller.workspace)) {
        const { firstName, lastName } = contact
        yield* agree("The contact", { firstName, lastName }, { firstName: "changed", lastName: "imported" })
      }
    })
  ),

  check(
    "I6, C7: of an import and erasures of the same contacts one is first: a row changed what then went, or made another",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const lists = yield* ContactLists
      const caller = yield* newCaller
      const { uuid: list } = yield* lists.create(caller, { name: "All" })
      const people = yield* Effect.forEach(Array.from({ length: 16 }), (_, n) =>
        contacts.create(caller.workspace, { email: emailOf(n) })
      )
      const ref = yield* accepted(
        caller,
        people.map(({ email }) => given({ email, lastName: "imported" })),
        { contactListUuid: list }
      )
      yield* together(
        Effect.all(
          [
            workedOff(ref, { batch: 4 }),
            ...people.toReversed().map(({ uuid }) => contacts.erase(caller.workspace, uuid))
          ],
          atOnce
        )
      )
      const left = new Map((yield* everyone(caller.workspace)).map((contact) => [contact.email, contact]))
      const receipts = yield* receiptsOf(ref)
      for (const [n, { result }] of receipts.entries()) {
        const contact = left.get(emailOf(n))
        const isFirst = result?.outcome === "updated"
        yield* holds("It worked", isFirst || result?.outcome === "created", result)
        yield* agree("The contact", contact?.uuid ?? null, isFirst ? null : (result?.contactUuid ?? null))
      }
      yield* agree("Who is on the list", (yield* lists.get(caller.workspace, list)).count, left.size)
    })
  ),

  check(
    "L3: imports into one list and additions to it count every contact once",
    Effect.gen(function* () {
      const contacts = yield* Contacts
      const lists = yield* ContactLists
      const caller = yield* newCaller
      const { uuid: list } = yield* lists.create(caller, { name: "All" })
      const people = yield* Effect.forEach(Array.from({ length: 12 }), (_, n) =>
        contacts.create(caller.workspace, { email: emailOf(n) })
      )
      const rows = people.map(({ email }) => given({ email }))
      const refs = [
        yield* accepted(caller, rows, { contactListUuid: list }),
        yield* accepted(caller, rows.toReversed(), { contactListUuid: list, mergeType: "create" })
      ]
      yield* together(
        Effect.all(
          [
            ...refs.map((ref) => workedOff(ref, { batch: 5 })),
            ...people.map(({ uuid }) => Effect.asVoid(lists.addMembers(caller, list, [uuid]))),
            ...people.slice(0, 6).map(({ uuid }) => Effect.asVoid(contacts.setArchived(caller.workspace, uuid, true)))
          ],
          atOnce
        )
      )
      yield* agree("The count", (yield* lists.get(caller.workspace, list)).count, 6)
      const listing = { includeArchived: true, sort: "added_last_first" } as const
      yield* agree("The members", (yield* lists.members(caller.workspace, list, listing, everything)).total, 12)
    })
  )
]
