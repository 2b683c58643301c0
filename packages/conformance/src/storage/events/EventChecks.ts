import {
  BroadcastUuid,
  type Contact,
  ContactImportUuid,
  ContactUuid,
  RecipientUuid,
  type RollcallEvent
} from "@rollcall/core"
import { nextId, ReceivedMessageUuid, WebhookUuid } from "@rollcall/core/operations"
import { contactWrite, digitForms } from "@rollcall/core/people"
import {
  ContactStore,
  type ContactWriteType,
  EventStore,
  nameEvent,
  type NewEvent,
  subjectOf
} from "@rollcall/core/storage"
import { DateTime, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { insertContact, newContact, storedContact } from "../fixtures/ContactFixture.ts"
import { agree, type Check, check, conflicts, holds } from "../shared/Check.ts"
import { concurrently, inTransaction, newWorkspace } from "../shared/Fixture.ts"
import {
  allEvents,
  append,
  appended,
  contactsOf,
  newEvent,
  newNotice,
  read,
  readUntil,
  typesOf
} from "../fixtures/EventFixture.ts"

const refused = Effect.fail("refused")

/** An event of each kind. */
const oneOfEach = Effect.gen(function* () {
  const workspaceUuid = yield* newWorkspace
  const broadcastUuid = BroadcastUuid.make(yield* nextId)
  const events: ReadonlyArray<NewEvent> = [
    nameEvent({ type: "contact.erased", workspaceUuid, contactUuid: ContactUuid.make(yield* nextId) }),
    nameEvent({ type: "import.failed", workspaceUuid, contactImportUuid: ContactImportUuid.make(yield* nextId) }),
    nameEvent({ type: "broadcast.paused", workspaceUuid, broadcastUuid, reason: "template \"a\" is 'gone' 😀" }),
    nameEvent({ type: "broadcast.resumed", workspaceUuid, broadcastUuid, reason: null }),
    nameEvent({
      type: "recipient.rejected",
      workspaceUuid,
      broadcastUuid,
      recipientUuid: RecipientUuid.make(yield* nextId),
      reason: "cancelled"
    }),
    nameEvent({
      type: "webhook.disabled",
      workspaceUuid,
      webhookUuid: WebhookUuid.make(yield* nextId),
      reason: "gone"
    }),
    nameEvent({
      type: "message.received",
      workspaceUuid,
      receivedMessageUuid: ReceivedMessageUuid.make(yield* nextId),
      asksToStop: "maybe"
    }),
    nameEvent({
      type: "message.received",
      workspaceUuid,
      receivedMessageUuid: ReceivedMessageUuid.make(yield* nextId),
      asksToStop: null
    }),
    yield* newNotice(workspaceUuid)
  ]
  return { workspaceUuid, events }
})

const asAppended = ({ actor: _actor, at: _at, by: _by, cursor: _cursor, ...event }: RollcallEvent) => event

export const eventChecks: ReadonlyArray<Check> = [
  check("E5: events are returned as they were appended, with the store's timestamp", function* () {
    const { events, workspaceUuid } = yield* oneOfEach
    yield* append(...events)
    const now = yield* DateTime.now
    const { events: found } = yield* readUntil(workspaceUuid, events.length)
    yield* agree<ReadonlyArray<unknown>>("The events", found.map(asAppended), events)
    yield* holds(
      "The instants",
      found.every(({ at }) => DateTime.Equivalence(at, now)),
      found.map(({ at }) => at)
    )
    yield* agree("Different cursors", new Set(found.map(({ cursor }) => cursor)).size, events.length)
  }),

  check("appending no events does nothing", function* () {
    const workspace = yield* newWorkspace
    yield* append()
    const reading = yield* read(workspace)
    yield* agree("The events", reading.events, [])
    yield* agree("Whether there are more", reading.hasMore, false)
  }),

  check("A1: a read returns no event of another workspace", function* () {
    const [mine, others] = [yield* newWorkspace, yield* newWorkspace]
    const events = yield* appended(mine, 2)
    const theirs = yield* appended(others, 3)
    yield* agree("Mine", contactsOf(yield* allEvents(mine)), contactsOf(events))
    yield* agree("Theirs", contactsOf(yield* allEvents(others)), contactsOf(theirs))
  }),

  check("E2: a read continues after the cursor of any event, and at the cursor of a page", function* () {
    const workspace = yield* newWorkspace
    const contacts = contactsOf(yield* appended(workspace, 7))
    const { events, next } = yield* readUntil(workspace, 7)
    for (const [index, { cursor }] of events.entries()) {
      const { events: rest } = yield* read(workspace, { after: cursor })
      yield* agree(`After event ${index}`, contactsOf(rest), contacts.slice(index + 1))
    }
    for (const limit of [1, 2, 3, 7, 8]) {
      const pages: Array<ContactUuid> = []
      let reading = yield* read(workspace, { limit })
      while (reading.events.length > 0) {
        yield* holds("A page has at most so many", reading.events.length <= limit, reading)
        pages.push(...contactsOf(reading.events))
        reading = yield* read(workspace, { limit, after: reading.next })
      }
      yield* agree(`In pages of ${limit}`, pages, contacts)
    }
    const [later] = yield* appended(workspace, 1)
    const { events: more } = yield* readUntil(workspace, 1, { after: next })
    yield* agree("What came later", contactsOf(more), later === undefined ? [] : [later.contactUuid])
  }),

  check("E2: a read filters by type, and its cursor passes the events it leaves out", function* () {
    const workspace = yield* newWorkspace
    const wanted = yield* newEvent(workspace, "contact.updated")
    const others = yield* Effect.replicateEffect(newEvent(workspace), 5)
    yield* append(...others.slice(0, 3), wanted, ...others.slice(3))
    yield* readUntil(workspace, 6)
    const reading = yield* read(workspace, { types: ["contact.updated", "broadcast.failed"], limit: 2 })
    yield* agree("The events", contactsOf(reading.events), [wanted.contactUuid])
    yield* agree("Whether there are more", reading.hasMore, false)
    yield* agree("After its cursor", (yield* read(workspace, { after: reading.next })).events, [])
    yield* agree("Of no type", (yield* read(workspace, { types: [] })).events, [])
  }),

  check("a read rejects a string that is no cursor, and a cursor that the store has not reached", function* () {
    const store = yield* EventStore
    const workspace = yield* newWorkspace
    yield* appended(workspace, 1)
    for (const after of [
      "",
      "x",
      "-1",
      "1e3",
      "'; DROP TABLE events",
      "999999999999999",
      "999999999999999.1",
      "\u{0}"
    ]) {
      const reading = yield* store.read(workspace, { after, types: null, limit: 10 })
      yield* agree(`The cursor ${JSON.stringify(after)}`, reading._tag, "Unknown")
    }
  }),

  check("E8: a channel's report is stored once for each workspace, in whichever transaction it arrives", function* () {
    const store = yield* EventStore
    const [workspace, other] = [yield* newWorkspace, yield* newWorkspace]
    const [first, second] = [yield* newNotice(workspace), yield* newNotice(workspace)]
    const elsewhere = { ...first, workspaceUuid: other }
    const between = yield* newEvent(workspace)
    yield* Effect.flip(inTransaction(Effect.andThen(append(first), refused)))
    yield* append(first, between, first)
    yield* append(first, elsewhere)
    const both = [first, second].toSorted((a, b) => (a.channelNoticeUuid < b.channelNoticeUuid ? -1 : 1))
    yield* Effect.all(
      Array.from({ length: 5 }, () => append(...both)),
      concurrently
    )
    const events = yield* allEvents(workspace)
    const named = events.map(subjectOf)
    yield* agree("The events", named, [first.channelNoticeUuid, between.contactUuid, second.channelNoticeUuid])
    yield* agree("Those of another workspace", (yield* allEvents(other)).map(subjectOf), [first.channelNoticeUuid])
    yield* TestClock.adjust("8 minutes")
    const prune = store.prune({ keepFor: Duration.minutes(7), limit: 100 })
    yield* Effect.repeat(prune, { until: (removed) => removed === 0 })
    yield* append(second)
    const after = yield* allEvents(workspace)
    yield* agree("After it was removed", after.map(subjectOf), [second.channelNoticeUuid])
  }),

  check("E1: no event is kept from a failed transaction or a failed nested transaction", function* () {
    const workspace = yield* newWorkspace
    const [lost, kept] = [yield* newEvent(workspace), yield* newEvent(workspace)]
    yield* Effect.flip(inTransaction(Effect.andThen(append(lost), refused)))
    yield* inTransaction(
      Effect.andThen(append(kept), Effect.flip(inTransaction(Effect.andThen(append(lost), refused))))
    )
    yield* agree("The events", contactsOf(yield* allEvents(workspace)), [kept.contactUuid])
  }),

  check("E1: saving contacts writes each contact's event in the same step", function* () {
    const store = yield* ContactStore
    const workspaceUuid = yield* newWorkspace
    const known = yield* storedContact({ workspaceUuid })
    const [one, another, missing] = yield* Effect.replicateEffect(newContact({ workspaceUuid }), 3)
    if (one === undefined || another === undefined || missing === undefined) return
    const write = (type: ContactWriteType, contact: Contact) => contactWrite(digitForms, type, contact)
    yield* store.save({
      created: [write("contact.created", one), write("contact.created", another)],
      changed: [write("contact.updated", known), write("contact.updated", missing)]
    })
    yield* store.save({
      created: [],
      changed: [write("contact.archived", known), write("contact.archived", one)]
    })
    yield* store.save({ created: [], changed: [write("contact.unarchived", known)] })
    yield* conflicts("A uuid that is taken", insertContact(known))
    yield* Effect.flip(inTransaction(Effect.andThen(insertContact(missing), refused)))
    const events = yield* allEvents(workspaceUuid)
    yield* agree("The types", typesOf(events), [
      "contact.created",
      "contact.created",
      "contact.created",
      "contact.updated",
      "contact.archived",
      "contact.archived",
      "contact.unarchived"
    ])
    const [first, second, third, fourth, ...last] = contactsOf(events)
    yield* agree("Whose they are", [first, fourth, last.at(-1)], [known.uuid, known.uuid, known.uuid])
    yield* agree("Those of the created", new Set([second, third]), new Set([one.uuid, another.uuid]))
  }),

  check("E1: contacts saved together each have their own given event", function* () {
    const store = yield* ContactStore
    const workspaceUuid = yield* newWorkspace
    const known = yield* Effect.replicateEffect(storedContact({ workspaceUuid }), 4)
    const types = ["contact.archived", "contact.updated", "contact.archived", "contact.unarchived"] as const
    const changed = known.flatMap((contact, n) => contactWrite(digitForms, types[n] ?? "contact.updated", contact))
    yield* store.save({ created: [], changed })
    const events = (yield* allEvents(workspaceUuid)).slice(known.length)
    yield* agree(
      "The events",
      new Map(events.map((event) => [subjectOf(event), event.type])),
      new Map(known.map(({ uuid }, n) => [uuid, types[n] ?? "contact.updated"]))
    )
    yield* agree("How many", events.length, known.length)
  }),

  check("E4: prune removes old events in steps, and a read rejects a cursor that would miss them", function* () {
    const store = yield* EventStore
    const [workspace, quiet] = [yield* newWorkspace, yield* newWorkspace]
    const start = (yield* read(workspace)).next
    const keepFor = Duration.minutes(7)
    // Data from other checks expires first.
    yield* TestClock.adjust("8 minutes")
    yield* Effect.repeat(store.prune({ keepFor, limit: 1_000 }), { until: (removed) => removed === 0 })
    const old = yield* appended(workspace, 5)
    const { events: seen } = yield* readUntil(workspace, 5)
    const beside = (yield* read(quiet)).next
    yield* TestClock.adjust("8 minutes")
    const young = yield* appended(workspace, 2)
    yield* agree("How many would be removed", yield* store.prunable(keepFor), 5)
    yield* agree("At most so many", (yield* store.prune({ keepFor, limit: 3 })) <= 3, true)
    yield* Effect.repeat(store.prune({ keepFor, limit: 3 }), { until: (removed) => removed === 0 })
    yield* agree("How many would be removed then", yield* store.prunable(keepFor), 0)
    yield* readUntil(workspace, 2)
    yield* agree("From the oldest", contactsOf((yield* read(workspace)).events), contactsOf(young))
    const after = (cursor: string | undefined) => store.read(workspace, { after: cursor ?? "", types: null, limit: 10 })
    yield* agree("A cursor before all", (yield* after(start))._tag, "Removed")
    yield* agree("A cursor before the last one removed", (yield* after(seen[old.length - 2]?.cursor))._tag, "Removed")
    const last = seen[old.length - 1]?.cursor ?? ""
    yield* agree(
      "At the last one removed",
      contactsOf((yield* read(workspace, { after: last })).events),
      contactsOf(young)
    )
    yield* agree("Of another workspace", (yield* read(quiet, { after: beside })).events, [])
    yield* TestClock.adjust("8 minutes")
    yield* Effect.repeat(store.prune({ keepFor, limit: 100 }), { until: (removed) => removed === 0 })
    const [newest] = yield* appended(workspace, 1)
    const { events } = yield* readUntil(workspace, 1)
    yield* agree("After all were removed", contactsOf(events), newest === undefined ? [] : [newest.contactUuid])
  })
]
