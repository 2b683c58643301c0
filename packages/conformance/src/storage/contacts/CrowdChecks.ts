import { ContactUuid } from "@rollcall/core"
import { nextId } from "@rollcall/core/operations"
import { ContactStore } from "@rollcall/core/storage"
import { Effect, Fiber, Option } from "effect"
import { readUntil } from "../fixtures/EventFixture.ts"
import { agree, type Check, check, conflicts } from "../shared/Check.ts"
import { concurrently, inTransaction, newWorkspace, uuidsOf } from "../shared/Fixture.ts"
import { current, insertContact, newContact, replaceContact, storedContact } from "../fixtures/ContactFixture.ts"

const many = Array.from({ length: 120 }, (_, n) => `${n}`)

/** Checks that concurrent reads of single contacts return the same results as sequential reads. */
export const crowdChecks: ReadonlyArray<Check> = [
  check("find returns the requested contact, or none, to each of many concurrent readers (A1)", function* () {
    const store = yield* ContactStore
    const [here, there] = [yield* newWorkspace, yield* newWorkspace]
    const mine = yield* Effect.forEach(many, (firstName) => storedContact({ workspaceUuid: here, firstName }))
    const theirs = yield* storedContact({ workspaceUuid: there })
    const unknown = ContactUuid.make(yield* nextId)
    const asked = [
      ...mine.flatMap((contact) => [
        [here, contact.uuid, Option.some(contact)] as const,
        [there, contact.uuid, Option.none()] as const
      ]),
      [there, theirs.uuid, Option.some(theirs)] as const,
      [there, theirs.uuid, Option.some(theirs)] as const,
      [here, unknown, Option.none()] as const
    ]
    const found = yield* Effect.forEach(asked, ([workspace, uuid]) => store.find(workspace, uuid), concurrently)
    yield* agree(
      "The contacts",
      found,
      asked.map(([, , contact]) => contact)
    )
  }),

  check("find returns writes that ended before its call, while other readers are interrupted", function* () {
    const contacts = yield* Effect.forEach(many.slice(0, 20), () => storedContact())
    const rename = Effect.fnUntraced(function* (contact: (typeof contacts)[number]) {
      const left = yield* Effect.forkChild(current(contact))
      const renamed = { ...contact, firstName: "renamed" }
      yield* replaceContact(renamed)
      yield* Fiber.interrupt(left)
      yield* agree("The contact", yield* current(contact), Option.some(renamed))
    })
    yield* Effect.forEach(contacts, rename, concurrently)
  }),

  check("find in a transaction returns the transaction's writes, while other readers run outside", function* () {
    const contact = yield* storedContact({ firstName: "before" })
    const outside = Effect.forEach(many.slice(0, 5), () => current(contact), concurrently)
    const after = { ...contact, firstName: "after" }
    yield* inTransaction(Effect.andThen(replaceContact(after), agreeOn(current(contact), after)))
    yield* Effect.forEach(yield* outside, (found) => agree("Outside", found, Option.some(after)))
    yield* Effect.all(
      [
        inTransaction(
          Effect.gen(function* () {
            yield* replaceContact({ ...after, firstName: "later" })
            yield* Effect.yieldNow
            yield* agreeOn(current(contact), { ...after, firstName: "later" })
          })
        ),
        Effect.flatMap(outside, (found) =>
          agree(
            "Names outside",
            found.every((one) => ["after", "later"].includes(Option.getOrUndefined(one)?.firstName ?? "")),
            true
          )
        )
      ],
      concurrently
    )
  }),

  check("concurrent saves store every contact that does not conflict, with its event (E1)", function* () {
    const workspaceUuid = yield* newWorkspace
    const existing = yield* storedContact({ workspaceUuid })
    const contacts = yield* Effect.forEach(many, (firstName) => newContact({ workspaceUuid, firstName }))
    const all = contacts.flatMap((contact, n) =>
      n % 50 === 0 ? [{ ...contact, uuid: existing.uuid }, contact] : [contact]
    )
    const exits = yield* Effect.forEach(all, (contact) => Effect.exit(insertContact(contact)), concurrently)
    yield* Effect.forEach(all, (contact, n) =>
      contact.uuid === existing.uuid
        ? conflicts(
            "A uuid that exists",
            Effect.suspend(() => exits[n] ?? Effect.void)
          )
        : agreeOn(current(contact), contact)
    )
    yield* agreeOn(current(existing), existing)
    const { events } = yield* readUntil(workspaceUuid, contacts.length + 1, { limit: 1_000 })
    yield* agree(
      "Their events",
      events.map((event) => ("contactUuid" in event ? event.contactUuid : event.type)).toSorted(),
      uuidsOf([existing, ...contacts]).toSorted()
    )
  })
]

const agreeOn = <A, E, R>(found: Effect.Effect<Option.Option<A>, E, R>, expected: A) =>
  Effect.flatMap(found, (one) => agree("The contact", one, Option.some(expected)))
