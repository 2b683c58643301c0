import { assert } from "@effect/vitest"
import { nextId, ReceivedMessageUuid } from "@rollcall/core/operations"
import { InboxStore, ReceivedMessageStore } from "@rollcall/core/storage"
import { Duration } from "effect"
import { instant, layerWithClient, workspace } from "../Fixture.ts"
import { stepsOn } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const uuid = ReceivedMessageUuid.make("00000000-0000-4000-8007-000000000001")
const message = {
  uuid,
  workspaceUuid: workspace,
  channelMessageId: "m",
  from: "49170111111",
  username: null,
  to: "49150",
  at: instant,
  kind: "text",
  text: null,
  asksToStop: null
}

suite(layerWithClient(":memory:"))("channels' reports are found through indexes", (test) => {
  test("reports are claimed in the order in which they are due, and removed by their keys", function* () {
    const inbox = yield* InboxStore
    const stepsOf = stepsOn("inbox")
    assert.deepStrictEqual(yield* stepsOf(inbox.claimDue({ limit: 10, retryAfter: Duration.minutes(1) })), [
      "SEARCH inbox USING COVERING INDEX inbox_due (due_at<?)",
      "SEARCH inbox USING COVERING INDEX sqlite_autoindex_inbox_1 (uuid=?)"
    ])
    assert.deepStrictEqual(yield* stepsOf(inbox.remove([yield* nextId])), [
      "SEARCH inbox USING COVERING INDEX sqlite_autoindex_inbox_1 (uuid=?)"
    ])
  })

  test("C7, C9: messages are found by their ids and addresses, and removed by their age", function* () {
    const store = yield* ReceivedMessageStore
    const stepsOf = stepsOn("received_messages")
    assert.deepStrictEqual(yield* stepsOf(store.missing([message])), [
      "SEARCH received_messages USING COVERING INDEX received_messages_by_channel_id (workspace_uuid=? AND channel_message_id=?)"
    ])
    assert.deepStrictEqual(yield* stepsOf(store.add([message])), [])
    assert.deepStrictEqual(yield* stepsOf(store.find(workspace, uuid)), [
      "SEARCH received_messages USING INDEX sqlite_autoindex_received_messages_1 (workspace_uuid=? AND uuid=?)"
    ])
    assert.deepStrictEqual(yield* stepsOf(store.list(workspace, { limit: 10, offset: 0 })), [
      "SEARCH received_messages USING INDEX received_messages_by_at (workspace_uuid=?)",
      "SEARCH received_messages USING COVERING INDEX received_messages_by_channel_id (workspace_uuid=?)"
    ])
    assert.deepStrictEqual(yield* stepsOf(store.erase(workspace, [message.from])), [
      "SEARCH received_messages USING COVERING INDEX received_messages_by_address (workspace_uuid=? AND address=?)"
    ])
    assert.deepStrictEqual(yield* stepsOf(store.prune({ keepFor: Duration.days(30), limit: 10 })), [
      "SEARCH received_messages USING COVERING INDEX sqlite_autoindex_received_messages_1 (workspace_uuid=? AND uuid=?)",
      "SEARCH received_messages USING INDEX received_messages_stored (stored_at<?)"
    ])
  })
})
