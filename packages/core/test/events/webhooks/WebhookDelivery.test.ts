import { WorkspaceUuid } from "@rollcall/core"
import { WebhookUuid } from "@rollcall/core/operations"
import { type Webhook, WebhookSettings } from "@rollcall/core/events"
import { DateTime, Duration } from "effect"
import { describe, expect, it } from "vitest"
import { advance, dueEntities, dueOf, failureOf } from "../../../src/events/webhooks/WebhookDelivery.ts"

const settings = WebhookSettings.defaultValue()
const uuid = "00000000-0000-4000-8000-000000000001"
const at = (seconds: number) => DateTime.makeUnsafe(seconds * 1_000)

const webhook: Webhook = {
  uuid: WebhookUuid.make(uuid),
  workspaceUuid: WorkspaceUuid.make(uuid),
  url: "https://receiver.example",
  types: null,
  status: "enabled",
  statusReason: null,
  cursor: "7",
  waiting: [],
  failure: null,
  missedAt: null,
  createdAt: at(0),
  updatedAt: at(0)
}

/** The webhook after the next event of an entity failed. */
const failed = (before: Webhook, now: DateTime.Utc, retryAfter: Duration.Duration | null = null, random = 0) =>
  advance(
    before,
    {
      cursor: "7",
      outcomes: [
        { entity: uuid, after: "6", isDone: false, failure: { message: "answered 500", retryAfter, isGone: false } }
      ],
      missed: false,
      now,
      random
    },
    settings
  )

const secondsTo = (now: DateTime.Utc, { waiting: [one] }: Webhook) =>
  one === undefined ? null : (one.retryAt.epochMilliseconds - now.epochMilliseconds) / 1_000

describe("the waits before retries", () => {
  it("H4: double from five seconds to an hour, and end after a day with the webhook disabled", () => {
    const waits: Array<number | null> = []
    let [now, current] = [at(0), failed(webhook, at(0))]
    while (current.status === "enabled") {
      waits.push(secondsTo(now, current))
      now = dueOf(current, settings).at ?? now
      current = failed(current, now)
    }
    expect(waits.slice(0, 12)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600])
    expect(waits.length).toBe(34)
    expect(Duration.toHours(Duration.millis(now.epochMilliseconds))).toBeGreaterThan(25)
    expect(Duration.toHours(Duration.millis(now.epochMilliseconds))).toBeLessThan(26)
    expect(current).toMatchObject({ statusReason: "gave_up", waiting: [{ entity: uuid, after: "6" }] })
    expect(dueOf(current, settings)).toEqual({ at: null, onEvents: false })
  })

  it("are randomly shortened by up to a quarter", () => {
    expect(secondsTo(at(0), failed(webhook, at(0), null, 1))).toBe(3.75)
  })

  it("are as long as the endpoint requests, up to an hour", () => {
    expect(secondsTo(at(0), failed(webhook, at(0), Duration.minutes(3)))).toBe(180)
    expect(secondsTo(at(0), failed(webhook, at(0), Duration.days(3)))).toBe(3_600)
    expect(secondsTo(at(0), failed(webhook, at(0), Duration.seconds(1)))).toBe(5)
  })

  it("start again with the entity's next event", () => {
    const before = failed(failed(webhook, at(0)), at(5))
    const outcome = {
      entity: uuid,
      after: "7",
      isDone: false,
      failure: { message: "", retryAfter: null, isGone: false }
    }
    const after = advance(before, { cursor: "7", outcomes: [outcome], missed: false, now: at(60), random: 0 }, settings)
    expect(after.waiting).toMatchObject([{ after: "7", attempts: 1, failingSince: at(60) }])
  })

  it("end at once if the clock has gone back by more than the longest wait", () => {
    const { waiting, ...rest } = failed(webhook, at(1_000_000))
    expect(dueEntities({ ...rest, waiting }, at(0), settings)).toEqual(waiting)
    expect(dueEntities({ ...rest, waiting }, at(999_999), settings)).toEqual([])
    expect(dueEntities({ ...rest, waiting }, at(1_000_005), settings)).toEqual(waiting)
  })
})

describe("an endpoint's response", () => {
  const answer = (status: number) => failureOf({ _tag: "Answered", status, retryAfter: null })

  it.each([200, 201, 204, 299])("%s counts as a receipt", (status) => {
    expect(answer(status)).toBe(null)
  })

  it.each([
    [199, "answered 199"],
    [301, "answered 301: redirects are not followed"],
    [404, "answered 404"],
    [500, "answered 500"]
  ])("%s counts as a failure", (status, message) => {
    expect(answer(status)).toEqual({ message, retryAfter: null, isGone: false })
  })

  it("410 disables the webhook permanently", () => {
    expect(answer(410)).toMatchObject({ isGone: true })
  })
})
