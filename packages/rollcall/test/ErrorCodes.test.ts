import { assert, describe, it } from "@effect/vitest"
import { ContactImportUuid, ContactUuid } from "@rollcall/core"
import { WebhookNotFound } from "@rollcall/core/events"
import { ReceivedMessageUuid, SegmentUuid, WebhookUuid } from "@rollcall/core/operations"
import { ImportNotOver, MergeNotFound, MergeNotUndoable, SegmentNotFound } from "@rollcall/core/people"
import { ReceivedMessageNotFound } from "@rollcall/core/sending"
import { Cause } from "effect"
import { toRollcallError } from "../src/Errors.ts"

const uuid = "0197a000-0000-7000-8000-0000000000aa"
const contact = ContactUuid.make(uuid)

describe("an error of a service", () => {
  it.each([
    [new WebhookNotFound({ uuid: WebhookUuid.make(uuid) }), "not_found"],
    [new SegmentNotFound({ uuid: SegmentUuid.make(uuid) }), "not_found"],
    [new ReceivedMessageNotFound({ uuid: ReceivedMessageUuid.make(uuid) }), "not_found"],
    [new MergeNotFound({ into: contact, from: null }), "not_found"],
    [new MergeNotUndoable({ from: contact, later: null, changed: [] }), "not_undoable"],
    [new ImportNotOver({ uuid: ContactImportUuid.make(uuid) }), "not_undoable"]
  ] as const)("keeps its message and gets a code: %s", (error, code) => {
    const { code: found, message } = toRollcallError(Cause.fail(error))
    assert.deepStrictEqual([found, message], [code, error.message])
  })
})
