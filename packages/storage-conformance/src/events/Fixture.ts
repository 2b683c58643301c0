import type { RollcallEvent } from "@rollcall/core/events"
import { ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import { ChannelNoticeUuid, nextId } from "@rollcall/core/shared"
import { type EventRequest, EventStore, nameEvent, type NewEvent, Transaction } from "@rollcall/core/storage"
import { Context, Effect } from "effect"
import { TestClock } from "effect/testing"
import { Discrepancy } from "../shared/Check.ts"

/** An event of a new contact. */
export const newEvent = (
  workspaceUuid: WorkspaceUuid,
  type: "contact.created" | "contact.updated" = "contact.created"
) =>
  Effect.map(nextId, (id): NewEvent & { readonly contactUuid: ContactUuid } => {
    const contactUuid = ContactUuid.make(id)
    return { ...nameEvent({ type, workspaceUuid, contactUuid }), contactUuid }
  })

/** An event of what a channel reports. */
export const newNotice = (workspaceUuid: WorkspaceUuid) =>
  Effect.map(nextId, (id): NewEvent & { readonly channelNoticeUuid: ChannelNoticeUuid } => {
    const channelNoticeUuid = ChannelNoticeUuid.make(id)
    const notice = { kind: "quality", level: "warning", detail: 'it\'s "low" 😀' } as const
    return { ...nameEvent({ type: "channel.notice", workspaceUuid, channelNoticeUuid, notice }), channelNoticeUuid }
  })

/** Appends events in a transaction of their own. */
export const append = Effect.fnUntraced(function* (...events: ReadonlyArray<NewEvent>) {
  const store = yield* EventStore
  const transaction = yield* Transaction
  yield* transaction.run(store.append(events))
})

/** Appends `count` events of new contacts, each in a transaction of its own, and returns them. */
export const appended = Effect.fnUntraced(function* (workspace: WorkspaceUuid, count: number) {
  const events = yield* Effect.replicateEffect(newEvent(workspace), count)
  for (const event of events) yield* append(event)
  return events
})

/** Reads once, and fails if the cursor is refused. */
export const read = Effect.fnUntraced(function* (workspace: WorkspaceUuid, request: Partial<EventRequest> = {}) {
  const store = yield* EventStore
  const reading = yield* store.read(workspace, { after: null, types: null, limit: 100, ...request })
  return reading._tag === "Read" ? reading : yield* new Discrepancy({ message: `The cursor is ${reading._tag}` })
})

/**
 * How often it is tried to read events that are not there yet, 10 ms apart: whatever else runs in a cluster of Postgres
 * delays events. A store that delays none needs few.
 */
export const MaxReads = Context.Reference<number>("@rollcall/storage-conformance/events/Fixture/MaxReads", {
  defaultValue: () => 2_000
})

/** Reads on and on until there are so many events, at most `MaxReads` times. */
export const readUntil = Effect.fnUntraced(function* (
  workspace: WorkspaceUuid,
  count: number,
  request: Partial<EventRequest> = {}
) {
  const events: Array<RollcallEvent> = []
  const maxReads = yield* MaxReads
  let after = request.after ?? null
  for (let round = 0; events.length < count && round < maxReads; round++) {
    const reading = yield* read(workspace, { ...request, after })
    events.push(...reading.events)
    after = reading.next
    if (!reading.hasMore && events.length < count) yield* TestClock.withLive(Effect.sleep("10 millis"))
  }
  return { events, next: after }
})

/**
 * All events of a workspace up to now, read after a last one is appended and left out: what can be read later than that
 * is not among them.
 */
export const allEvents = Effect.fnUntraced(function* (workspace: WorkspaceUuid) {
  const last = yield* newEvent(workspace)
  yield* append(last)
  const events: Array<RollcallEvent> = []
  while (true) {
    const { events: found } = yield* readUntil(workspace, events.length + 1)
    const end = found.findIndex((event) => "contactUuid" in event && event.contactUuid === last.contactUuid)
    if (end >= 0) return found.slice(0, end)
    if (found.length <= events.length) return yield* new Discrepancy({ message: "The last event cannot be read" })
    events.splice(0, events.length, ...found)
  }
})

/** The contacts that events are about. */
export const contactsOf = (events: ReadonlyArray<NewEvent | RollcallEvent>) =>
  events.flatMap((event) => ("contactUuid" in event ? [event.contactUuid] : []))

/** The types of events. */
export const typesOf = (events: ReadonlyArray<RollcallEvent>) => events.map(({ type }) => type)
