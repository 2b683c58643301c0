import {
  type Contact,
  Contacts,
  type ContactUuid,
  type RollcallEvent,
  systemCaller,
  type WorkspaceUuid
} from "@rollcall/core"
import { contactWrite, digitForms } from "@rollcall/core/people"
import { ContactStore, type NewEvent } from "@rollcall/core/storage"
import { Config, Deferred, Effect, Fiber, Ref } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { lockContact, storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check, holds } from "../shared/Check.ts"
import { concurrently, inTransaction, letOthersRun, newWorkspace } from "../shared/Fixture.ts"
import { forAll } from "../shared/ForAll.ts"
import { append, contactsOf, newEvent, read, readUntil, typesOf } from "../fixtures/EventFixture.ts"

/** The number of generated plans of writers: `ROLLCALL_EVENT_RACES`, default 10. */
const races = Config.Int("ROLLCALL_EVENT_RACES").pipe(Config.withDefault(10))

const contactCount = 3

/** One transaction by one writer. */
const stepArbitrary = fc.record({
  contact: fc.nat({ max: contactCount - 1 }),
  /** Whether the step writes another event before it locks the contact. */
  writesEarly: fc.boolean(),
  /** How often the step yields before and after the change. */
  pauses: fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 })),
  fails: fc.boolean()
})
type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never

const writersArbitrary = fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 5
})

const refused = Effect.fail("refused")

const pause = (times: number) =>
  Effect.replicateEffect(TestClock.withLive(Effect.sleep("1 millis")), times, { discard: true })

/** Archives or restores the contact, so that two consecutive events have different types. */
const toggle = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuid: ContactUuid) {
  const contacts = yield* Contacts
  yield* lockContact(workspace, uuid)
  const { archived } = yield* contacts.get(systemCaller(workspace), uuid)
  yield* contacts[archived ? "restore" : "archive"](systemCaller(workspace), uuid)
})

/** Runs a step. Returns the event that the step wrote early, unless that event was rolled back. */
const runStep = Effect.fnUntraced(function* (contacts: ReadonlyArray<Contact>, step: Step) {
  const contact = contacts[step.contact]
  if (contact === undefined) return []
  const early = step.writesEarly ? [yield* newEvent(contact.workspaceUuid, "contact.updated")] : []
  const work = Effect.gen(function* () {
    yield* append(...early)
    yield* pause(step.pauses[0])
    yield* toggle(contact.workspaceUuid, contact.uuid)
    yield* pause(step.pauses[1])
    if (step.fails) yield* refused
  })
  yield* Effect.catchIf(
    inTransaction(work),
    (error) => error === "refused",
    () => Effect.void
  )
  return step.fails ? [] : early
})

/** Reads a few events at a time until `ended`, then until the expected number of events is read. */
const consume = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  limit: number,
  ended: Deferred.Deferred<number>
) {
  const events: Array<RollcallEvent> = []
  let after: string | null = null
  while (!(yield* Deferred.isDone(ended))) {
    const reading: { readonly events: ReadonlyArray<RollcallEvent>; readonly next: string } = yield* read(workspace, {
      after,
      limit
    })
    events.push(...reading.events)
    after = reading.next
    yield* pause(1)
  }
  const count = yield* Deferred.await(ended)
  const rest = yield* readUntil(workspace, count - events.length, { after, limit })
  return [...events, ...rest.events]
})

/** Checks transactions that write events concurrently, in any order of commits. */
export const eventRaceChecks: ReadonlyArray<Check> = [
  check("E2: a cursor returned while a transaction is open does not pass that transaction's events", function* () {
    const workspace = yield* newWorkspace
    const [slow, quick] = [yield* newEvent(workspace), yield* newEvent(workspace)]
    const wrote = yield* Deferred.make<void>()
    const cursor = yield* Ref.make<string | null>(null)
    const seen = yield* Ref.make<ReadonlyArray<ContactUuid>>([])
    const isOpen = yield* Ref.make(true)
    const look = Effect.gen(function* () {
      const { events, next } = yield* read(workspace, { after: yield* Ref.get(cursor) })
      yield* Ref.update(seen, (before) => [...before, ...contactsOf(events)])
      yield* Ref.set(cursor, next)
      // The read returns now, or waits until the transaction ends.
      const isTooEarly = (yield* Ref.get(isOpen)) && contactsOf(events).includes(slow.contactUuid)
      yield* holds("It is not seen before the commit", !isTooEarly)
    })
    const reader = yield* Effect.forkChild(Effect.andThen(Deferred.await(wrote), Effect.andThen(letOthersRun, look)))
    const writer = yield* Effect.forkChild(Effect.andThen(Deferred.await(wrote), append(quick)))
    yield* inTransaction(
      Effect.gen(function* () {
        yield* append(slow)
        yield* Deferred.succeed(wrote, undefined)
        yield* Effect.replicateEffect(letOthersRun, 4, { discard: true })
        yield* Ref.set(isOpen, false)
      })
    )
    yield* Effect.forEach([reader, writer], Fiber.join)
    const { events } = yield* readUntil(workspace, 2 - (yield* Ref.get(seen)).length, { after: yield* Ref.get(cursor) })
    const all = [...(yield* Ref.get(seen)), ...contactsOf(events)]
    yield* agree("Each once", all.toSorted(), [slow.contactUuid, quick.contactUuid].toSorted())
  }),

  check(
    "E2, E3: events of concurrent transactions are each read once, and each contact's events in order",
    function* () {
      const plan = fc.record({ writers: writersArbitrary, limit: fc.integer({ min: 1, max: 5 }) })
      yield* forAll(plan, yield* races, function* ({ limit, writers }) {
        const workspaceUuid = yield* newWorkspace
        const contacts = yield* Effect.replicateEffect(storedContact({ workspaceUuid }), contactCount)
        const ended = yield* Deferred.make<number>()
        const consumer = yield* Effect.forkChild(consume(workspaceUuid, limit, ended))
        const early = yield* Effect.forEach(
          writers,
          (steps) =>
            Effect.map(
              Effect.forEach(steps, (step) => runStep(contacts, step)),
              (events) => events.flat()
            ),
          concurrently
        )
        const committed = writers.flat().filter(({ fails }) => !fails)
        const expected = contactCount + committed.length + early.flat().length
        yield* Deferred.succeed(ended, expected)
        const events = yield* Fiber.join(consumer)
        yield* agree("How many", events.length, expected)
        yield* agree("Each once", new Set(events.map(({ cursor }) => cursor)).size, expected)
        for (const { uuid } of contacts) {
          const ofContact = typesOf(events.filter((event) => "contactUuid" in event && event.contactUuid === uuid))
          yield* agree("The types of a contact", ofContact, alternating(ofContact.length))
        }
        const others = contactsOf(events.filter(({ type }) => type === "contact.updated"))
        yield* agree("Those written early", new Set(others), new Set(contactsOf(early.flat())))
      })
    }
  ),

  check("E3: the events of a contact that is locked late are in order", function* () {
    const store = yield* ContactStore
    const contact = yield* storedContact()
    const { uuid, workspaceUuid } = contact
    const wrote = yield* Deferred.make<void>()
    const other = yield* newEvent(workspaceUuid)
    // The transaction that begins first is the last to change the contact.
    const late = yield* Effect.forkChild(
      Effect.andThen(Deferred.await(wrote), inTransaction(Effect.andThen(append(other), toggle(workspaceUuid, uuid))))
    )
    yield* inTransaction(
      Effect.gen(function* () {
        yield* store.lock(workspaceUuid, [uuid])
        yield* Deferred.succeed(wrote, undefined)
        yield* letOthersRun
        yield* store.save({
          created: [],
          changed: [contactWrite(digitForms, "contact.updated", { ...contact, archived: true })]
        })
      })
    )
    yield* Fiber.join(late)
    const { events } = yield* readUntil(workspaceUuid, 4)
    const ofContact = typesOf(events.filter((event) => "contactUuid" in event && event.contactUuid === uuid))
    yield* agree("The types", ofContact, ["contact.created", "contact.updated", "contact.unarchived"])
  })
]

/** Returns the events of a contact that is alternately archived and restored. */
const alternating = (count: number): ReadonlyArray<NewEvent["type"]> =>
  Array.from({ length: count }, (_, n) =>
    n === 0 ? "contact.created" : n % 2 === 1 ? "contact.archived" : "contact.unarchived"
  )
