import { assert, describe, it } from "@effect/vitest"
import { BroadcastUuid } from "@rollcall/core"
import { DateTime } from "effect"
import type { BroadcastView } from "../../src/broadcasts/BroadcastClient.ts"
import { report } from "../../src/broadcasts/Report.ts"

const view: BroadcastView = {
  uuid: BroadcastUuid.make("0197a000-0000-7000-8000-0000000000aa"),
  status: "completed",
  scheduled_at: DateTime.makeUnsafe(0),
  recipients: 4,
  sent: 4,
  delivered: 3,
  read: 2,
  rejected: 0,
  failed: 1,
  reasons: { undeliverable: 1 },
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
}

describe("a broadcast's report", () => {
  it("shows since when its recipients are removed, and keeps the counters (K8)", () => {
    const line = "Its recipients were removed at 2027-01-02T03:04:05.000Z. The counters are kept."
    const at = DateTime.makeUnsafe("2027-01-02T03:04:05.000Z")
    const removed = report({ ...view, recipients_removed_at: at })
    assert.notInclude(report(view), "removed")
    assert.strictEqual(removed.replace(`${line}\n`, ""), report(view))
  })
})
