import { assert, describe } from "@effect/vitest"
import type { EventPageResource } from "@rollcall/api"
import { DateTime, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { eventPages, type EventPagesOptions } from "../../src/events/EventPages.ts"
import { test } from "../../../core/test/Suite.ts"

type Page = typeof EventPageResource.Type

const event = (cursor: number): Page["events"][number] => ({
  cursor: String(cursor),
  type: "contact.updated",
  at: DateTime.makeUnsafe(cursor),
  by: null,
  actor: null,
  contact_uuid: null,
  merged_contact_uuid: null,
  contact_import_uuid: null,
  broadcast_uuid: null,
  recipient_uuid: null,
  received_message_uuid: null,
  channel_notice_uuid: null,
  webhook_uuid: null,
  reason: null,
  asks_to_stop: null,
  notice: null
})

/** So many events, read two at a time; with the cursors and the limits of the requests, and what makes another event. */
const history = (amount: number) => {
  let last = amount
  const asked: Array<readonly [after: string | null, limit: number]> = []
  const readPage = (after: string | null, limit: number) =>
    Effect.sync((): Page => {
      asked.push([after, limit])
      const begin = Number(after ?? 0)
      const events = Array.from({ length: Math.min(2, last - begin) }, (_, at) => event(begin + at + 1))
      const next = begin + events.length
      return { events, next: String(next), has_more: next < last }
    })
  const read = (options: Partial<EventPagesOptions>) =>
    Stream.runFold(
      eventPages(readPage, { after: null, follow: false, limit: null, ...options }),
      () => "",
      (text, { cursor }) => text + cursor
    )
  return { asked, happen: () => last++, read }
}

describe("pages of events", () => {
  test("are read to the end, from a cursor, up to the requested number", function* () {
    const { asked, read } = history(5)
    assert.strictEqual(yield* read({}), "12345")
    assert.deepStrictEqual(asked, [
      [null, 1_000],
      ["2", 1_000],
      ["4", 1_000]
    ])
    assert.strictEqual(yield* read({ after: "3" }), "45")
    assert.strictEqual(yield* read({ limit: 3 }), "123")
    assert.deepStrictEqual(asked.at(-1), ["2", 3])
  })

  test("are polled by a follower, one request a second", function* () {
    const { asked, happen, read } = history(1)
    const following = yield* Effect.forkScoped(read({ follow: true, limit: 2 }))
    yield* TestClock.adjust("10 seconds")
    assert.isAtMost(asked.length, 12)
    assert.isUndefined(following.pollUnsafe())
    happen()
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(following), "12")
  })
})
