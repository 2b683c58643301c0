import type { WebhookResource, WebhookSecretResource } from "@rollcall/api"
import { EventType } from "@rollcall/core/events"
import type { WebhookUuid } from "@rollcall/core/operations"
import { Console, DateTime, Effect, Option, Redacted } from "effect"
import { CommandRefused } from "../CommandRefused.ts"
import { print } from "../screen/Output.ts"
import { type Column, table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { pageLimit } from "../targets/CustomFieldList.ts"
import { inTarget } from "../targets/InTarget.ts"
import { readLiterals } from "../targets/LiteralList.ts"
import { call, read } from "../targets/Target.ts"

type WebhookView = typeof WebhookResource.Type

/** Creates a webhook and prints its secret, this once: alone on standard output, or in JSON. */
export const createWebhook = Effect.fn("KeepWebhooks.create")(function* (
  { address: url, types: names }: { readonly address: string; readonly types: Option.Option<string> },
  json: boolean,
  flags: AddressFlags
) {
  const types = yield* readLiterals("--types", EventType.literals, names)
  const made = yield* inTarget(
    flags,
    call((client) => client.webhooks.create({ payload: { url, types } }))
  )
  yield* printSecret(made, json)
})

/** Prints the webhooks of a workspace, as a table or as JSON. */
export const listWebhooks = Effect.fn("KeepWebhooks.list")(function* (json: boolean, flags: AddressFlags) {
  const query = { limit: pageLimit, offset: 0 }
  const { webhooks } = yield* inTarget(
    flags,
    read((client) => client.webhooks.list({ query }))
  )
  yield* print(json, webhooks.map(webhookJson), () =>
    webhooks.length === 0 ? "This workspace has no webhooks." : webhookTable(webhooks)
  )
})

/** Changes the address of a webhook or the types of its events. */
export const updateWebhook = Effect.fn("KeepWebhooks.update")(function* (
  uuid: WebhookUuid,
  change: {
    readonly address: Option.Option<string>
    readonly allTypes: boolean
    readonly types: Option.Option<string>
  },
  json: boolean,
  flags: AddressFlags
) {
  const { address, allTypes } = change
  const types = yield* readLiterals("--types", EventType.literals, change.types)
  if (types !== null && allTypes) {
    return yield* new CommandRefused({ message: "--types and --all-types cannot both be given" })
  }
  const payload = {
    ...(Option.isSome(address) ? { url: address.value } : {}),
    ...(types !== null || allTypes ? { types } : {})
  }
  if (Object.keys(payload).length === 0) {
    return yield* new CommandRefused({ message: "nothing to change: give --address, --types or --all-types" })
  }
  const webhook = yield* inTarget(
    flags,
    call((client) => client.webhooks.update({ params: { webhook_uuid: uuid }, payload }))
  )
  yield* print(json, webhookJson(webhook), () => `Webhook ${uuid} is changed.`)
})

/** Makes another secret and prints it, this once. */
export const rotateWebhook = Effect.fn("KeepWebhooks.rotate")(function* (
  uuid: WebhookUuid,
  json: boolean,
  flags: AddressFlags
) {
  const rotated = yield* inTarget(
    flags,
    call((client) => client.webhooks.rotate({ params: { webhook_uuid: uuid } }))
  )
  yield* printSecret(rotated, json)
})

/** Enables a webhook again, where it stopped or from another place. */
export const replayWebhook = Effect.fn("KeepWebhooks.replay")(function* (
  uuid: WebhookUuid,
  { after, oldest }: { readonly after: Option.Option<string>; readonly oldest: boolean },
  json: boolean,
  flags: AddressFlags
) {
  const payload = { after: Option.getOrNull(after), oldest }
  const webhook = yield* inTarget(
    flags,
    call((client) => client.webhooks.replay({ params: { webhook_uuid: uuid }, payload }))
  )
  yield* print(json, webhookJson(webhook), () => `Webhook ${uuid} is enabled.`)
})

/** Deletes a webhook. */
export const deleteWebhook = Effect.fn("KeepWebhooks.delete")(function* (
  uuid: WebhookUuid,
  json: boolean,
  flags: AddressFlags
) {
  yield* inTarget(
    flags,
    call((client) => client.webhooks.delete({ params: { webhook_uuid: uuid } }))
  )
  yield* print(json, { uuid, status: "deleted" }, () => `Webhook ${uuid} is deleted.`)
})

const printSecret = Effect.fnUntraced(function* (
  { secret, ...webhook }: typeof WebhookSecretResource.Type,
  json: boolean
) {
  if (json) {
    return yield* Console.log(JSON.stringify({ secret: Redacted.value(secret), ...webhookJson(webhook) }))
  }
  yield* Console.log(Redacted.value(secret))
  yield* Console.error(`The secret of webhook ${webhook.uuid} is shown this once: keep it now.`)
})

const instant = (at: DateTime.Utc | null) => (at === null ? null : DateTime.formatIso(at))

const webhookJson = (webhook: WebhookView) => ({
  ...webhook,
  failing_since: instant(webhook.failing_since),
  retry_at: instant(webhook.retry_at),
  missed_at: instant(webhook.missed_at),
  created_at: instant(webhook.created_at),
  updated_at: instant(webhook.updated_at)
})

const columns: ReadonlyArray<Column> = [
  { title: "UUID", align: "left" },
  { title: "Address", align: "left" },
  { title: "Types", align: "left" },
  { title: "Status", align: "left" },
  { title: "Waiting", align: "right" },
  { title: "Last failure", align: "left" },
  { title: "Next request", align: "left" }
]

const webhookTable = (webhooks: ReadonlyArray<WebhookView>): string =>
  table(
    columns,
    webhooks.map((webhook) => [
      webhook.uuid,
      webhook.url,
      webhook.types === null ? "all" : webhook.types.join(", "),
      webhook.status_reason === null ? webhook.status : `${webhook.status} (${webhook.status_reason})`,
      String(webhook.waiting),
      webhook.failure ?? "",
      instant(webhook.retry_at) ?? ""
    ])
  )
