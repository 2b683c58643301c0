import {
  ActorUuid,
  type Contact,
  ContactListUuid,
  ContactUuid,
  CustomFieldUuid,
  type RowResult,
  type StorageError
} from "@rollcall/core"
import { newestBefore, nextId, type PlaceInTime, ReceivedMessageUuid } from "@rollcall/core/operations"
import { type HistoryEntry, HistoryKind, type HistoryPlace } from "@rollcall/core/people"
import {
  ContactImportStore,
  ContactListStore,
  ContactStore,
  DeliveryStore,
  HistoryStore,
  NoteStore,
  ReceivedMessageStore
} from "@rollcall/core/storage"
import { DateTime, Effect } from "effect"
import { newBroadcast, newRecipients, publish, refOf, stage } from "../fixtures/BroadcastFixture.ts"
import { storedContact } from "../fixtures/ContactFixture.ts"
import { newImport, record, storedImport, rowsOf } from "../fixtures/ImportFixture.ts"
import { storedList } from "../fixtures/ListFixture.ts"
import { storedNote } from "../fixtures/NoteFixture.ts"
import { agree, type Check, check } from "../shared/Check.ts"
import { instantOf } from "../shared/Fixture.ts"

/** A position after all other positions, with the lowest uuid. */
const end: PlaceInTime = {
  at: DateTime.makeUnsafe(8_640_000_000_000_000),
  uuid: "00000000-0000-0000-0000-000000000000",
  index: 0
}

/** Fails unless pages of any length, each from the last position of the previous page, contain all items, newest first. */
const pagesAre = Effect.fnUntraced(function* <A>(
  all: ReadonlyArray<A>,
  placeOf: (item: A) => PlaceInTime,
  before: (place: PlaceInTime, limit: number) => Effect.Effect<ReadonlyArray<A>, StorageError>
) {
  const expected = newestBefore(all, placeOf, end, all.length)
  for (const limit of [1, 3, all.length + 1]) {
    const found: Array<A> = []
    let page: ReadonlyArray<A>
    do {
      const last = found.at(-1)
      page = yield* before(last === undefined ? end : placeOf(last), limit)
      yield* agree(`At most ${limit}`, page.length <= limit, true)
      found.push(...page)
    } while (page.length === limit)
    yield* agree(`By ${limit}`, found, expected)
  }
})

/**
 * A person's addresses after hundreds of merges. Their number exceeds SQLite's limit for terms in a compound SELECT.
 */
const manyAddresses = Array.from({ length: 600 }, (_, n) => `49171${1_000 + n}`)

type PersonMessage = Effect.Success<ReturnType<DeliveryStore["Service"]["messagesBefore"]>>[number]

/** Timestamps, some of which are equal. */
const instants = [3, 1, 2, 2, 1, 2, 0].map(instantOf)

const twoContacts = Effect.gen(function* () {
  const contact = yield* storedContact({ phoneNumber: "49170111" })
  return [contact, yield* storedContact({ workspaceUuid: contact.workspaceUuid })] as const
})

const received = Effect.fnUntraced(function* ({ workspaceUuid }: Contact, from: string, at: DateTime.Utc) {
  const uuid = ReceivedMessageUuid.make(yield* nextId)
  return {
    uuid,
    workspaceUuid,
    channelMessageId: uuid,
    from,
    username: null,
    to: "4930123456",
    at,
    kind: "text",
    text: null,
    asksToStop: null
  }
})

/** Checks that each port returns a contact's items before a position, newest first. */
export const placeChecks: ReadonlyArray<Check> = [
  check("T1: a contact's notes are read before a position, without archived notes", function* () {
    const store = yield* NoteStore
    const [contact, other] = yield* twoContacts
    const notes = yield* Effect.forEach(instants, (createdAt) => storedNote(contact, { createdAt }))
    for (const one of [contact, other]) {
      const { contactUuid, uuid, workspaceUuid } = yield* storedNote(one, { createdAt: instantOf(2) })
      if (one === contact)
        yield* store.archive({ workspace: workspaceUuid, contact: contactUuid, note: uuid }, instantOf(9))
    }
    yield* pagesAre(
      notes,
      ({ createdAt, uuid }) => ({ at: createdAt, uuid, index: 0 }),
      (place, limit) => store.before(contact.workspaceUuid, contact.uuid, place, limit)
    )
  }),

  check("T1: messages from addresses are read before a position", function* () {
    const store = yield* ReceivedMessageStore
    const [contact] = yield* twoContacts
    const messages = yield* Effect.forEach(instants, (at, n) =>
      received(contact, n % 2 === 0 ? "49170111" : "49170222", at)
    )
    yield* store.add([...messages, yield* received(contact, "4917011", instantOf(2))])
    const placeOf = ({ at, uuid }: (typeof messages)[number]) => ({ at, uuid, index: 0 })
    const few = ["49170111", "49170222", "49170333"]
    for (const addresses of [few, ["49170111", ...manyAddresses, "49170222"]]) {
      yield* pagesAre(messages, placeOf, (place, limit) =>
        Effect.map(store.before(contact.workspaceUuid, addresses, place, limit), (found) =>
          found.flatMap(({ uuid }) => messages.filter((message) => message.uuid === uuid))
        )
      )
    }
    yield* agree("Of no address", yield* store.before(contact.workspaceUuid, [], end, 9), [])
  }),

  check("T1: a contact's memberships are read before a position, with the actor who added the contact", function* () {
    const store = yield* ContactListStore
    const [contact, other] = yield* twoContacts
    const { workspaceUuid } = contact
    const memberships = yield* Effect.forEach(instants, (addedAt, n) =>
      Effect.gen(function* () {
        const list = yield* storedList({ workspaceUuid, name: `List ${n}` })
        const addedBy = ActorUuid.make(yield* nextId)
        yield* store.addMembers(workspaceUuid, list.uuid, [contact.uuid, other.uuid], addedBy, addedAt)
        if (n === 0) yield* store.replace({ ...list, status: "archived" })
        return { list: { uuid: list.uuid, name: list.name }, addedAt, addedBy }
      })
    )
    yield* pagesAre(
      memberships,
      ({ addedAt, list }) => ({ at: addedAt, uuid: list.uuid, index: 0 }),
      (place, limit) => store.membershipsBefore(workspaceUuid, contact.uuid, place, limit)
    )
  }),

  check("T1: import rows that resolved to a contact are read before a position", function* () {
    const store = yield* ContactImportStore
    const [contact, other] = yield* twoContacts
    const { workspaceUuid } = contact
    const rows = yield* Effect.forEach([2, 1, 2], (at) =>
      Effect.gen(function* () {
        const { createdAt, createdBy, uuid } = (yield* storedImport(
          rowsOf(4),
          yield* newImport(4, { workspaceUuid, createdAt: instantOf(at) })
        )).contactImport
        const contacts = [contact.uuid, null, other.uuid, contact.uuid]
        const results = contacts.map((contactUuid, index): RowResult => {
          return { index, outcome: index === 0 ? "updated" : "skipped", contactUuid, issues: [] }
        })
        yield* record({ ...(yield* newImport(4, { workspaceUuid })), uuid, createdAt, createdBy }, results)
        return results.flatMap(({ contactUuid, index, outcome }) =>
          contactUuid === contact.uuid ? [{ contactImport: uuid, index, outcome, createdBy, createdAt }] : []
        )
      })
    )
    yield* pagesAre(
      rows.flat(),
      ({ contactImport, createdAt, index }) => ({ at: createdAt, uuid: contactImport, index }),
      (place, limit) => store.rowsBefore(workspaceUuid, [contact.uuid], place, limit)
    )
  }),

  check("T1: messages to a person are read before a position, only from published broadcasts", function* () {
    const store = yield* DeliveryStore
    const [contact] = yield* twoContacts
    const { workspaceUuid } = contact
    const sent = yield* Effect.forEach([...instants, instantOf(2)], (createdAt, n) =>
      Effect.gen(function* () {
        const broadcast = yield* newBroadcast({ workspaceUuid, createdAt, name: `Broadcast ${n}` })
        const identifier = n % 2 === 0 ? "49170111" : "49170222"
        const recipients = (yield* newRecipients(2)).map((recipient, n) =>
          n === 0 ? { ...recipient, identifier, address: identifier } : recipient
        )
        yield* stage(broadcast, recipients)
        if (n === instants.length) return []
        yield* publish(refOf(broadcast))
        const { channelType, createdBy, name, templateName } = broadcast
        return recipients.slice(0, 1).map(({ clientReference, uuid }): PersonMessage => ({
          uuid,
          broadcastUuid: broadcast.uuid,
          identifier,
          clientReference,
          status: "pending",
          reason: null,
          error: null,
          sentAt: null,
          deliveredAt: null,
          readAt: null,
          broadcast: { name, templateName, channelType, createdBy, createdAt }
        }))
      })
    )
    for (const others of [[], manyAddresses]) {
      const person = {
        workspace: workspaceUuid,
        contact: contact.uuid,
        mergedFrom: [],
        addresses: ["49170111", ...others, "49170222"]
      }
      yield* pagesAre(
        sent.flat(),
        ({ broadcast, uuid }) => ({ at: broadcast.createdAt, uuid, index: 0 }),
        (place, limit) => store.messagesBefore(person, place, limit)
      )
      const until = instantOf(9)
      // The last broadcast is not published, but an erasure also finds its recipient.
      yield* agree("To erase", (yield* store.ofPerson({ ...person, until }, 100)).length, sent.length)
    }
  }),

  check("T3, C7: a contact's history is read before a position, by kind, until the contact is erased", function* () {
    const store = yield* HistoryStore
    const contacts = yield* ContactStore
    const [contact, other] = yield* twoContacts
    const { workspaceUuid } = contact
    const uuids = yield* Effect.replicateEffect(nextId, 3)
    const by = ActorUuid.make(yield* nextId)
    const list = ContactListUuid.make(yield* nextId)
    const field = CustomFieldUuid.make(yield* nextId)
    const changes = [
      { field: "firstName", customField: null, values: { from: null, to: 'O\'Brien \\ "x" 😀' } },
      { field: "score", customField: field, values: { from: 0.1, to: ["a", "b"] } },
      { field: "secret", customField: field, values: null }
    ]
    const entriesOf = ({ uuid: contactUuid, workspaceUuid }: Contact) =>
      instants.flatMap((at, n): ReadonlyArray<HistoryEntry> => {
        const of = { workspaceUuid, contactUuid, at, uuid: uuids[n % 3] ?? contactUuid, by: n === 0 ? null : by }
        return [
          { ...of, kind: "updated", details: { changes } },
          { ...of, kind: n % 2 === 0 ? "archived" : "unarchived", details: {} },
          { ...of, kind: "list_removed", details: { contactListUuid: list } },
          { ...of, kind: "opted_out", details: { scope: "marketing", source: "channel" } }
        ]
      })
    const entries = [contact, other].flatMap(entriesOf)
    yield* store.append(entries)
    yield* store.append([...entries, ...entriesOf({ ...contact, uuid: ContactUuid.make(yield* nextId) })])
    yield* store.append([])
    const placeOf = ({ at, kind, uuid }: HistoryEntry): HistoryPlace => ({ at, kind, uuid })
    const textOf = ({ at, kind, uuid }: HistoryPlace) => `${DateTime.formatIso(at)} ${kind} ${uuid}`
    const pages = Effect.fnUntraced(function* (kinds: ReadonlyArray<HistoryKind>, limit: number) {
      const found: Array<HistoryEntry> = []
      let page: ReadonlyArray<HistoryEntry>
      do {
        const last = found.at(-1)
        const place = last === undefined ? { at: end.at, kind: "", uuid: end.uuid } : placeOf(last)
        page = yield* store.before(workspaceUuid, [contact.uuid], kinds, place, limit)
        found.push(...page)
      } while (page.length === limit)
      return found
    })
    // Entries with the same timestamp, kind and uuid as an earlier entry are skipped.
    const first = new Map(
      entriesOf(contact)
        .toReversed()
        .map((entry) => [textOf(entry), entry])
    )
    const newest = Array.from(first.keys()).toSorted().toReversed()
    for (const [kinds, limit] of [
      [HistoryKind.literals, 1],
      [HistoryKind.literals, 5],
      [["updated", "opted_out"], 4],
      [["opted_in"], 4],
      [[], 4]
    ] as const) {
      const wanted = newest.flatMap((text) => first.get(text) ?? [])
      const expected = wanted.filter(({ kind }) => kinds.some((one) => one === kind))
      yield* agree(`${kinds.join()} by ${limit}`, yield* pages(kinds, limit), expected)
    }
    const before = { at: instantOf(2), kind: "message_out", uuid: end.uuid }
    const [next] = yield* store.before(workspaceUuid, [contact.uuid], HistoryKind.literals, before, 1)
    yield* agree("After a place of another kind", next?.kind, "list_removed")
    const both = yield* store.before(workspaceUuid, [contact.uuid, other.uuid], ["updated"], { ...end, kind: "" }, 100)
    yield* agree("Of two contacts", both.length, 2 * new Set(newest.filter((text) => text.includes("updated"))).size)
    yield* agree("The newest first", both[1]?.at, instantOf(3))
    const [last] = yield* pages(["updated"], 100)
    const hidden = last?.kind === "updated" ? [{ ...last, details: { changes: changes.slice(2) } }] : []
    yield* store.replace([
      ...hidden,
      ...hidden.map((entry) => ({ ...entry, contactUuid: ContactUuid.make(entry.uuid) }))
    ])
    yield* store.replace([])
    const others = (entries: ReadonlyArray<HistoryEntry>) => entries.slice(1)
    const updated = newest.flatMap((text) => first.get(text) ?? []).filter(({ kind }) => kind === "updated")
    yield* agree("With another content", yield* pages(["updated"], 100), [...hidden, ...others(updated)])
    yield* contacts.erase(workspaceUuid, contact.uuid)
    yield* store.erase(workspaceUuid, [contact.uuid, contact.uuid])
    const left = yield* store.before(workspaceUuid, [other.uuid], ["archived"], { ...end, kind: "" }, 1)
    yield* agree("The neighbour's", left.length, 1)
    yield* agree("Once it is erased", yield* pages(HistoryKind.literals, 100), [])
  })
]
