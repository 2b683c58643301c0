import { assert, describe, it } from "@effect/vitest"
import { BroadcastUuid } from "@rollcall/core"
import type { BroadcastStatus } from "@rollcall/core/sending"
import { DateTime, Effect, Fiber, Schema } from "effect"
import { TestClock, TestConsole } from "effect/testing"
import type { BroadcastView } from "../../src/broadcasts/BroadcastClient.ts"
import { watchBroadcast } from "../../src/broadcasts/ShowBroadcast.ts"
import { lineScreen, terminalScreen } from "../../src/broadcasts/WatchScreen.ts"
import { NotDone } from "../../src/CommandRefused.ts"
import { Unreached } from "../../src/targets/ApiError.ts"
import { testOver } from "../../../core/test/Suite.ts"

const test = testOver(TestConsole.layer)

const uuid = BroadcastUuid.make("0197a000-0000-7000-8000-0000000000aa")

const view = (status: BroadcastStatus, sent: number, rejected = 0): BroadcastView => ({
  uuid,
  status,
  ...(status === "paused" && { status_reason: "the template is paused" }),
  scheduled_at: DateTime.makeUnsafe(0),
  recipients: 4,
  sent,
  delivered: 0,
  read: 0,
  rejected,
  failed: 0,
  reasons: rejected === 0 ? {} : { erased: rejected },
  audience: null,
  audience_request: null,
  resolution: null,
  retry_of: null,
  held_opt_outs: null,
  recipients_removed_at: null,
  name: "Reminders",
  channel_type: "chatapp",
  template_name: "appointment_reminder",
  locale: "en",
  from: "31200000000",
  valid_until: null,
  created_at: DateTime.makeUnsafe(0)
})

/** Reads these one after the other, the last again and again; null is no answer. It counts its calls. */
const makeClient = (views: ReadonlyArray<BroadcastView | null>) => {
  const asked = { details: 0 }
  const away = new Unreached({ message: "no answer" })
  const details = Effect.suspend(() => {
    const view = views[Math.min(asked.details++, views.length - 1)]
    return view ? Effect.succeed(view) : Effect.fail(away)
  })
  return { asked, details }
}

const JsonLine = Schema.fromJsonString(
  Schema.Struct({ status: Schema.String, sent: Schema.Int, reasons: Schema.Record(Schema.String, Schema.Int) })
)

/** Watches for so many seconds of virtual time, and returns what was printed and how it ended, if it did. */
const watch = Effect.fnUntraced(function* (
  { details }: ReturnType<typeof makeClient>,
  seconds: number,
  screen: Parameters<typeof watchBroadcast>[1] = lineScreen(false),
  json: boolean = false
) {
  const fiber = yield* Effect.forkChild(Effect.result(watchBroadcast(details, screen, json)))
  yield* TestClock.adjust(0)
  for (let second = 0; second < seconds; second++) yield* TestClock.adjust("1 second")
  const ended = fiber.pollUnsafe() === undefined ? null : yield* Fiber.join(fiber)
  const printed = (yield* TestConsole.logLines).map(String)
  return { ended: ended?._tag === "Failure" ? ended.failure : (ended?._tag ?? null), printed }
})

describe("rollcall broadcasts show --watch", () => {
  test("prints a line for each change, continues through a pause, and ends when the broadcast completes", function* () {
    const client = makeClient([
      view("scheduled", 0),
      view("sending", 1),
      view("sending", 1),
      view("paused", 2),
      view("completed", 4)
    ])
    const early = yield* watch(client, 3)
    assert.isNull(early.ended)
    const rest = "0 delivered, 0 read, 0 rejected, 0 failed"
    assert.deepStrictEqual(early.printed, [
      `scheduled: 0 of 4 sent, ${rest}`,
      `sending: 1 of 4 sent, ${rest}`,
      `paused (the template is paused): 2 of 4 sent, ${rest}`
    ])
  })

  it.effect.each<readonly [status: BroadcastStatus, ended: string]>([
    ["completed", "Success"],
    ["cancelled", "the broadcast is cancelled"],
    ["expired", "the broadcast is expired"],
    ["failed", "the broadcast is failed"]
  ])("ends when the broadcast is %s", ([status, expected]) =>
    Effect.gen(function* () {
      const client = makeClient([view("sending", 1), view(status, 3, 1)])
      const { ended, printed } = yield* watch(client, 1)
      assert.strictEqual(ended instanceof NotDone ? ended.message : ended, expected)
      assert.match(printed.at(-1) ?? "", new RegExp(`^Status +${status}\n`))
      assert.include(printed.at(-1), "erased")
    }).pipe(Effect.provide(TestConsole.layer))
  )

  test("waits up to a minute for an unavailable target", function* () {
    const back = yield* watch(makeClient([view("sending", 1), null, null, null, view("completed", 4)]), 10)
    assert.strictEqual(back.ended, "Success")
    const gone = makeClient([view("sending", 1), null])
    assert.instanceOf((yield* watch(gone, 70)).ended, Unreached)
    assert.isAbove(gone.asked.details, 10)
    assert.instanceOf((yield* watch(makeClient([null]), 0)).ended, Unreached)
  })

  test("prints a line of JSON for each change, and for the end", function* () {
    const client = makeClient([view("sending", 1), view("sending", 1), view("sending", 2), view("completed", 4, 1)])
    const { printed } = yield* watch(client, 4, lineScreen(true), true)
    const lines = yield* Effect.forEach(printed, (line) => Schema.decodeUnknownEffect(JsonLine)(line))
    assert.deepStrictEqual(lines, [
      { status: "sending", sent: 1, reasons: {} },
      { status: "sending", sent: 2, reasons: {} },
      { status: "completed", sent: 4, reasons: { erased: 1 } }
    ])
  })

  test("draws on a terminal every second, within its height, and restores it", function* () {
    const written: Array<string> = []
    const canvas = { write: (text: string) => void written.push(text), rows: () => 3 }
    const client = makeClient([view("sending", 1), view("sending", 2), view("completed", 4)])
    const { ended, printed } = yield* watch(client, 2, terminalScreen(canvas))
    assert.strictEqual(ended, "Success")
    assert.strictEqual(written.length, 4)
    assert.strictEqual(written[0], "\u001b[?1049h\u001b[?25l\u001b[?7l")
    assert.match(
      written[2] ?? "",
      // oxlint-disable-next-line no-control-regex
      /^\u001b\[HStatus +sending\u001b\[K\r\nScheduled .+\r\nSent +█{16}░{16} {2}50 %\u001b\[K\u001b\[J$/
    )
    assert.strictEqual(written[3], "\u001b[?7h\u001b[?25h\u001b[?1049l")
    assert.strictEqual(printed.length, 1)
  })
})
