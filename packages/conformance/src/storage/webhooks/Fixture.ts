import { nextId, WebhookUuid } from "@rollcall/core/operations"
import { EventStore, type WebhookRef, WebhookStore } from "@rollcall/core/storage"
import type { Webhook, WebhookSecrets } from "@rollcall/core/events"
import { Effect, Redacted } from "effect"
import { Base64 } from "effect/encoding"
import { instantOf, newWorkspace } from "../shared/Fixture.ts"

const secret = (name: string) => Redacted.make(`whsec_${Base64.encode(`the secret ${name}`)}`)

/** Returns secrets. Every second webhook has a previous secret. */
export const secretsOf = (n: number): WebhookSecrets => ({
  current: secret(`${n}`),
  previous: n % 2 === 0 ? null : secret(`before ${n}`),
  previousUntil: n % 2 === 0 ? null : instantOf(n)
})

const entity = "00000000-0000-4000-8000-000000000001"

/** Possible values for a webhook's members. The cursor is from another store, but has a valid format. */
export const values: ReadonlyArray<Partial<Webhook>> = [
  {},
  { types: [], url: "https://receiver.example/a?b='c'&😀" },
  { types: ["contact.created", "webhook.disabled"], status: "disabled", statusReason: "gave_up" },
  { statusReason: "gone", failure: "did not answer; \"'--", missedAt: instantOf(3) },
  {
    cursor: null,
    waiting: [
      { entity, after: null, attempts: 0, failingSince: null, retryAt: instantOf(4) },
      { entity, after: "x", attempts: 12, failingSince: instantOf(1), retryAt: instantOf(5) }
    ]
  }
]

/** Makes a webhook at the end of a workspace's events. Default: in a new workspace. */
export const newWebhook = Effect.fnUntraced(function* (changes: Partial<Webhook> = {}) {
  const workspaceUuid = changes.workspaceUuid ?? (yield* newWorkspace)
  const webhook: Webhook = {
    uuid: WebhookUuid.make(yield* nextId),
    workspaceUuid,
    url: "https://receiver.example/hooks",
    types: null,
    status: "enabled",
    statusReason: null,
    cursor: yield* EventStore.use((store) => store.end(workspaceUuid)),
    waiting: [],
    failure: null,
    missedAt: null,
    createdAt: instantOf(1),
    updatedAt: instantOf(2),
    ...changes
  }
  return webhook
})

export const stored = Effect.fnUntraced(function* (changes: Partial<Webhook> = {}) {
  const webhook = yield* newWebhook(changes)
  yield* WebhookStore.use((store) => store.insert({ webhook, secrets: secretsOf(1) }))
  return webhook
})

export const refOf = ({ uuid, workspaceUuid }: Webhook): WebhookRef => ({ workspace: workspaceUuid, webhook: uuid })
