import { describe, expect, it } from "vitest"
import {
  bodyOf,
  formOf,
  healthOf,
  needsAttention,
  type Opened,
  openedQuery,
  readWebhookForm,
  replayOf,
  type Webhook
} from "../../src/webhooks/WebhookState.ts"

const webhook: Webhook = {
  uuid: "0a1b",
  url: "https://example.org/hook",
  types: null,
  status: "enabled",
  status_reason: null,
  cursor: "1.1",
  waiting: 0,
  failing_since: null,
  retry_at: null,
  failure: null,
  missed_at: null,
  created_at: "2026-03-01T12:00:00.000Z",
  updated_at: "2026-03-01T12:00:00.000Z"
}

describe("a webhook's health", () => {
  it.each([
    ["current", {}, false],
    ["behind", { waiting: 2 }, false],
    ["failing", { waiting: 2, failing_since: "2026-03-01T12:00:00.000Z" }, true],
    ["gave_up", { status: "disabled", status_reason: "gave_up", failing_since: "2026-03-01T12:00:00.000Z" }, true],
    ["gone", { status: "disabled", status_reason: "gone" }, true]
  ] as const)("is %s", (health, changes, attention) => {
    const changed = { ...webhook, ...changes }
    expect(healthOf(changed)).toBe(health)
    expect(needsAttention(changed)).toBe(attention)
  })
})

describe("the webhook form", () => {
  it("sends null for all events, and otherwise the selected types", () => {
    const form = { ...formOf(webhook), url: " https://example.org " }
    expect(bodyOf(form)).toEqual({ url: "https://example.org", types: null })
    expect(bodyOf({ ...form, every: false, types: ["contact.created"] }).types).toEqual(["contact.created"])
  })
  it("begins with the webhook's types", () => {
    expect(formOf({ ...webhook, types: ["import.failed"] })).toMatchObject({ every: false, types: ["import.failed"] })
    expect(formOf(undefined)).toEqual({ url: "", every: true, types: [] })
  })
  it("is read without unknown types", () => {
    expect(readWebhookForm({ url: "x", every: false, types: ["contact.sung", "contact.created"] })).toEqual({
      url: "x",
      every: false,
      types: ["contact.created"]
    })
    expect(readWebhookForm({ url: "x", every: "no", types: [] })).toBeUndefined()
    expect(readWebhookForm(null)).toBeUndefined()
  })
})

describe("a replay", () => {
  it("names at most one position", () => {
    expect(replayOf("stopped", "7.1")).toEqual({})
    expect(replayOf("oldest", "7.1")).toEqual({ oldest: true })
    expect(replayOf("after", " 7.1 ")).toEqual({ after: "7.1" })
  })
})

describe("the dialog in the URL", () => {
  const all: ReadonlyArray<Opened> = [
    { dialog: "none" },
    { dialog: "new" },
    { dialog: "edit", uuid: "0a1b", cursor: "" },
    { dialog: "replay", uuid: "0a1b", cursor: "7.1" }
  ]
  it.each(all)("is read as it was written: $dialog", (opened) => {
    expect(openedQuery.read(new URLSearchParams(openedQuery.write(opened).toString()))).toEqual(opened)
  })
})
