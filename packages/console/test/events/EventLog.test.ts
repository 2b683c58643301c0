import { describe, expect, it } from "vitest"
import { actorOf, type EventsState, eventsQuery, subjectsOf, withNewer } from "../../src/events/EventLog.ts"
import type { RollcallEvent } from "../../src/events/EventTypes.ts"

const event = (cursor: string, changes: Partial<RollcallEvent> = {}): RollcallEvent => ({
  cursor,
  type: "contact.created",
  at: "2026-03-01T12:00:00.000Z",
  by: null,
  actor: null,
  contact_uuid: "0a1b",
  merged_contact_uuid: null,
  contact_import_uuid: null,
  broadcast_uuid: null,
  recipient_uuid: null,
  received_message_uuid: null,
  channel_notice_uuid: null,
  webhook_uuid: null,
  reason: null,
  asks_to_stop: null,
  notice: null,
  ...changes
})

const cursorsOf = (events: ReadonlyArray<RollcallEvent>) => events.map(({ cursor }) => cursor)

describe("the shown events", () => {
  it("have newer events at the front, each once", () => {
    const shown = withNewer([], [event("1"), event("2")])
    expect(cursorsOf(shown)).toEqual(["2", "1"])
    expect(cursorsOf(withNewer(shown, [event("2"), event("3"), event("3")]))).toEqual(["3", "2", "1"])
    expect(withNewer(shown, [event("1")])).toBe(shown)
  })
  it("are limited: the oldest are dropped", () => {
    const many = Array.from({ length: 10 }, (_, at) => event(String(at)))
    expect(cursorsOf(withNewer([event("old")], many, 3))).toEqual(["9", "8", "7"])
  })
})

describe("the event filter", () => {
  const states: ReadonlyArray<EventsState> = [
    { types: [], from: "now" },
    { types: ["contact.created", "import.failed"], from: "oldest" },
    { types: [], from: { after: "12.3" } }
  ]
  it.each(states)("is read from the URL as it was written: %j", (state) => {
    expect(eventsQuery.read(new URLSearchParams(eventsQuery.write(state).toString()))).toEqual(state)
  })
  it("ignores unknown types", () => {
    expect(eventsQuery.read(new URLSearchParams("types=contact.sung,contact.merged")).types).toEqual(["contact.merged"])
  })
})

it("links an event's entity", () => {
  const merged = event("1", { type: "contact.merged", merged_contact_uuid: "0c1d" })
  expect(subjectsOf(merged).map(({ path }) => path)).toEqual(["contacts/0a1b", "contacts/0c1d"])
  const sent = event("2", { type: "recipient.sent", contact_uuid: null, broadcast_uuid: "0e", recipient_uuid: "0f" })
  expect(subjectsOf(sent).map(({ path }) => path)).toEqual(["broadcasts/0e"])
  const disabled = event("3", { type: "webhook.disabled", contact_uuid: null, webhook_uuid: "0g" })
  expect(subjectsOf(disabled).map(({ path }) => path)).toEqual(["webhooks?edit=0g"])
})

describe("an event's actor", () => {
  it("A1: is shown with the application's name, or with the end of its uuid", () => {
    const uuid = "0195b1c8-2800-7000-8000-0000000abcde"
    expect(actorOf({ by: uuid, actor: "auth0|17" })).toBe("auth0|17")
    expect(actorOf({ by: uuid, actor: "user_2NNEqL2nrIRdJ194ndJqAHwEfxC" })).toBe("user_2NNEqL2nrIRdJ194nd…")
    expect(actorOf({ by: uuid, actor: uuid })).toBe("…0abcde")
    expect([actorOf({ by: uuid, actor: null }), actorOf({ by: null, actor: null })]).toEqual([null, null])
  })
})
