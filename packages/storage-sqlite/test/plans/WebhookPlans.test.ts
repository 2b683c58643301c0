import { assert } from "@effect/vitest"
import { ContactUuid } from "@rollcall/core"
import { ChannelNoticeUuid, WebhookUuid } from "@rollcall/core/operations"
import { EventStore, nameEvent, WebhookStore } from "@rollcall/core/storage"
import type { Webhook } from "@rollcall/core/events"
import { Duration, Redacted } from "effect"
import { instant, layerWithClient, workspace } from "../Fixture.ts"
import { stepsOn } from "./Plans.ts"
import { suite } from "../../../core/test/Suite.ts"

const webhook: Webhook = {
  uuid: WebhookUuid.make("00000000-0000-4000-8007-000000000002"),
  workspaceUuid: workspace,
  url: "https://receiver.example/hooks",
  types: null,
  status: "enabled",
  statusReason: null,
  cursor: null,
  waiting: [],
  failure: null,
  missedAt: null,
  createdAt: instant,
  updatedAt: instant
}
const ref = { workspace, webhook: webhook.uuid }
const secrets = { current: Redacted.make("whsec_AAAA"), previous: null, previousUntil: null }
const due = { at: null, onEvents: true }
const contact = ContactUuid.make("00000000-0000-4000-8007-000000000003")
const lease = Duration.minutes(1)

const byCursor = [
  "SCAN webhook",
  "SEARCH event USING COVERING INDEX events_in_order (workspace_uuid=? AND (position,sequence)>(?,?))"
]
const byKey = "SEARCH webhooks USING PRIMARY KEY (workspace_uuid=? AND uuid=?)"

suite(layerWithClient(":memory:"))("webhooks and events are found through indexes", (test) => {
  test("a webhook is found by its key, and a workspace's webhooks in their order", function* () {
    const store = yield* WebhookStore
    const stepsOf = stepsOn("webhooks")
    yield* store.insert({ webhook, secrets })
    for (const one of [
      store.find(ref),
      store.lock(ref),
      store.save({ webhook, secrets }, due),
      store.saveSecrets({ webhook, secrets }),
      store.record({ webhook, secrets, claim: 1, at: instant }, due),
      store.remove(ref)
    ]) {
      assert.deepStrictEqual(yield* stepsOf(one), [byKey])
    }
    assert.deepStrictEqual(yield* stepsOf(store.list(workspace)), [
      "SEARCH webhooks USING INDEX webhooks_of_workspace (workspace_uuid=?)"
    ])
  })

  test("a claim reads webhooks up to the first due one, then each once, and of its workspace's events the first after its cursor", function* () {
    const store = yield* WebhookStore
    const events = yield* EventStore
    yield* store.insert({ webhook, secrets })
    yield* events.append([nameEvent({ type: "contact.created", workspaceUuid: workspace, contactUuid: contact })])
    assert.deepStrictEqual(
      yield* stepsOn(
        "webhooks",
        "webhook",
        "event"
      )(store.claimDue({ limit: 8, failing: false, share: 2, underWay: new Map([[workspace, 1]]), lease })),
      [...byCursor, ...byCursor, "SEARCH webhook USING PRIMARY KEY (workspace_uuid=? AND uuid=?)", byKey]
    )
  })

  test("E2, E4, E8: events are read, removed and compared with known reports by their indexes", function* () {
    const store = yield* EventStore
    const stepsOf = stepsOn("events", "event")
    const waiting = { after: "1.1", until: "9.1", types: null, subject: contact, limit: 100 }
    assert.deepStrictEqual(yield* stepsOf(store.read(workspace, waiting)), [
      "SEARCH event USING INDEX events_in_order (workspace_uuid=? AND (position,sequence)>(?,?) AND (position,sequence)<(?,?))"
    ])
    const channelNoticeUuid = ChannelNoticeUuid.make("00000000-0000-8000-8007-000000000004")
    const notice = { kind: "quality", level: "info", detail: "It is low." } as const
    const reported = nameEvent({ type: "channel.notice", workspaceUuid: workspace, channelNoticeUuid, notice })
    assert.deepStrictEqual(yield* stepsOf(store.append([reported])), [])
    const workspaces = [
      "SCAN events USING COVERING INDEX events_in_order",
      "SEARCH events USING COVERING INDEX events_in_order (workspace_uuid>?)",
      "SEARCH events USING INDEX events_in_order (workspace_uuid=?)"
    ]
    assert.deepStrictEqual(yield* stepsOf(store.prune({ keepFor: Duration.days(7), limit: 100 })), workspaces)
    const removed = [
      "SEARCH events USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH events USING COVERING INDEX events_in_order (workspace_uuid=?)",
      "SEARCH events USING COVERING INDEX events_in_order (workspace_uuid=?)"
    ]
    const all = yield* stepsOf(store.prune({ keepFor: Duration.minutes(-1), limit: 100 }))
    assert.deepStrictEqual(all, [...workspaces, ...removed])
  })
})
