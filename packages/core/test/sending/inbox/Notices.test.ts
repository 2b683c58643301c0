import { assert } from "@effect/vitest"
import { WorkspaceUuid } from "@rollcall/core"
import type { ChannelNotice } from "@rollcall/core/channel"
import { type NewEvent, subjectOf } from "@rollcall/core/storage"
import { Effect } from "effect"
import { Digest } from "effect/crypto"
import { eventsOfNotices } from "../../../src/sending/inbox/Notices.ts"
import { test } from "../../Suite.ts"

const workspace = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")
const other = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000002")
const notice: ChannelNotice = {
  workspace,
  kind: "template",
  level: "info",
  detail: "The template is paused.",
  occurrence: "monday",
  data: { of: "49170111111" }
}

const noticeOf = (event: NewEvent | undefined) => (event !== undefined && "notice" in event ? event.notice : undefined)

const eventsOf = (...changes: ReadonlyArray<Partial<ChannelNotice>>) =>
  Effect.provide(eventsOfNotices(changes.map((change) => ({ ...notice, ...change }))), Digest.layerWebCrypto)

test("E8: notices with the same kind, detail and occurrence are one event in their workspace, without their data", function* () {
  const [event, ...others] = yield* eventsOf({}, { data: null }, { workspace: null })
  assert.deepStrictEqual(others, [])
  assert.deepInclude(event, { type: "channel.notice", workspaceUuid: workspace })
  assert.deepStrictEqual(Object.keys(noticeOf(event) ?? {}), ["kind", "level", "detail"])
  assert.match(
    event === undefined ? "" : subjectOf(event),
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  )
  assert.deepStrictEqual(yield* eventsOf({}), [event])
})

test("E8: notices that differ in one of the three, or in the workspace, are events in uuid order", function* () {
  const others = [{ kind: "number" }, { detail: "" }, { occurrence: "" }, { workspace: other }]
  const events = yield* eventsOf({}, ...others)
  const uuids = events.map(subjectOf)
  assert.strictEqual(new Set(uuids).size, 5)
  assert.deepStrictEqual(uuids, uuids.toSorted())
  assert.deepStrictEqual(yield* eventsOf(...others.toReversed(), {}), events)
})

test("E8: characters that no store can keep are replaced, and long strings are cut", function* () {
  const [event] = yield* eventsOf({ kind: `\u0000${"k".repeat(200)}`, detail: `${"d".repeat(999)}😀` })
  assert.deepStrictEqual(noticeOf(event), {
    kind: `\u{fffd}${"k".repeat(99)}`,
    level: "info",
    detail: `${"d".repeat(999)}\u{fffd}`
  })
})
