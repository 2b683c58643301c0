import { assert, it } from "@effect/vitest"
import { SendError } from "@rollcall/core/channel"
import { pauseReason } from "../../../src/sending/channels/PauseReason.ts"

const detail = "491701112233 (Zoë) cannot get it"

it.each([
  ["TemplateRejected", "132001", "template_rejected (132001)"],
  ["SenderRejected", "no_sender", "sender_rejected (no_sender)"],
  ["SenderRejected", undefined, "sender_rejected"],
  ["TemplateRejected", detail, "template_rejected"],
  ["SenderRejected", "x".repeat(41), "sender_rejected"],
  ["Undeliverable", "131026", null],
  ["Transient", undefined, null]
] as const)("C7: %s with the code %s pauses for %s, whatever its message", (reason, code, expected) => {
  const error = new SendError({ reason, detail, ...(code !== undefined && { code }) })
  assert.strictEqual(pauseReason(error), expected)
})
