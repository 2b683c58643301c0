import { ChannelNoticeUuid, nextId, CurrentActor } from "@rollcall/core/operations"
import { EventStore, type NewEvent } from "@rollcall/core/storage"
import { Effect } from "effect"
import { type Fault, wrong } from "./Fault.ts"

/** Hazards of events. */
export const eventFaults: { readonly [hazard: string]: Fault } = {
  "an event that is written beside its transaction": {
    seenBy: "events",
    port: wrong(EventStore, (right) => {
      const written: Array<NewEvent> = []
      return {
        append: (events) => Effect.sync(() => void written.push(...events)),
        read: (workspace, request) =>
          Effect.andThen(
            Effect.suspend(() => right.append(written.splice(0))),
            right.read(workspace, request)
          )
      }
    })
  },

  "an event that names nobody": {
    seenBy: "actors",
    port: wrong(EventStore, ({ append }) => ({
      append: (events) => Effect.provideService(append(events), CurrentActor, null)
    }))
  },

  "an event that shows a uuid where its actor has a name": {
    seenBy: "actors",
    port: wrong(EventStore, ({ read }) => ({
      read: (workspace, request) =>
        Effect.map(read(workspace, request), (reading) =>
          reading._tag === "Read"
            ? { ...reading, events: reading.events.map((event) => ({ ...event, actor: event.by })) }
            : reading
        )
    }))
  },

  "a cursor that passes events which are still to come": {
    seenBy: "events",
    port: wrong(EventStore, (right) => ({
      read: (workspace, request) =>
        Effect.map(right.read(workspace, request), (reading) =>
          reading._tag === "Read" && reading.events.length > 1
            ? { ...reading, events: reading.events.slice(1) }
            : reading
        )
    }))
  },

  "a removed event that leaves a gap": {
    seenBy: "events",
    port: wrong(EventStore, (right) => ({
      read: (workspace, request) =>
        Effect.flatMap(right.read(workspace, request), (reading) =>
          reading._tag === "Removed" ? right.read(workspace, { ...request, after: null }) : Effect.succeed(reading)
        )
    }))
  },

  "an event of another entity": {
    seenBy: "webhooks",
    port: wrong(EventStore, (right) => ({ read: (of, request) => right.read(of, { ...request, subject: null }) }))
  },

  "a report of a channel that is an event each time it comes": {
    seenBy: "events",
    port: wrong(EventStore, ({ append }) => ({
      append: (events) => Effect.flatMap(Effect.forEach(events, asAnother), append)
    }))
  }
}

/** A report of a channel as one that was never made; any other event as it is. */
const asAnother = (event: NewEvent) =>
  event.type === "channel.notice"
    ? Effect.map(nextId, (id): NewEvent => ({ ...event, channelNoticeUuid: ChannelNoticeUuid.make(id) }))
    : Effect.succeed(event)
