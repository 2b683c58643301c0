import type { WebhookResource, WebhookSecretResource } from "@rollcall/api"
import { EventType } from "@rollcall/core/events"
import type { WebhookUuid } from "@rollcall/core/operations"
import { Console, DateTime, Effect, Option, Redacted } from "effect"
import { refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { numbers, table } from "../screen/Table.ts"
import type { AddressFlags } from "../targets/Address.ts"
import { given } from "../targets/Given.ts"
import { callIn, printItems } from "../targets/InTarget.ts"
import { itemsOf } from "../targets/Listing.ts"
import { readLiterals } from "../targets/LiteralList.ts"
import type { ApiClient } from "../targets/Target.ts"

type WebhookView = typeof WebhookResource.Type

interface OfWebhook extends Printed {
  readonly uuid: WebhookUuid
}

/** Sends a request about the webhook of a command, and returns the response. */
const onWebhook = <A, E>(
  { uuid }: OfWebhook,
  flags: AddressFlags,
  request: (client: ApiClient, params: { readonly webhook_uuid: WebhookUuid }) => Effect.Effect<A, E>
) => callIn(flags, (client) => request(client, { webhook_uuid: uuid }))

/**
 * Creates a webhook and prints its secret, either as the only line of standard output or in JSON. The secret can't be shown
 * again.
 */
export const createWebhook = Effect.fn("KeepWebhooks.create")(function* (
  { address: url, json, types: names }: Printed & { readonly address: string; readonly types: Option.Option<string> },
  flags: AddressFlags
) {
  const types = yield* readLiterals("--types", EventType.literals, names)
  const made = yield* callIn(flags, (client) => client.webhooks.create({ payload: { url, types } }))
  yield* printSecret(made, json)
})

export const listWebhooks = (input: Printed, flags: AddressFlags) => {
  const listing = itemsOf("webhooks", (client, query) => client.webhooks.list({ query }))
  return printItems(flags, input, listing, { what: "webhooks", tableOf: webhookTable })
}

/** Changes the URL of a webhook or its event types. */
export const updateWebhook = Effect.fn("KeepWebhooks.update")(function* (
  input: OfWebhook & {
    readonly address: Option.Option<string>
    readonly allTypes: boolean
    readonly types: Option.Option<string>
  },
  flags: AddressFlags
) {
  const { address, allTypes, json, uuid } = input
  const types = yield* readLiterals("--types", EventType.literals, input.types)
  if (types !== null && allTypes) return yield* refusal("--types and --all-types cannot both be given")
  const payload = { ...given({ url: address }), ...(types !== null || allTypes ? { types } : {}) }
  if (Object.keys(payload).length === 0) {
    return yield* refusal("nothing to change. Give --address, --types or --all-types")
  }
  const webhook = yield* onWebhook(input, flags, ({ webhooks }, params) => webhooks.update({ params, payload }))
  yield* print(json, webhook, () => `Webhook ${uuid} is changed.`)
})

/** Creates a new secret and prints it. It can't be shown again. */
export const rotateWebhook = Effect.fn("KeepWebhooks.rotate")(function* (input: OfWebhook, flags: AddressFlags) {
  yield* printSecret(yield* onWebhook(input, flags, ({ webhooks }, params) => webhooks.rotate({ params })), input.json)
})

/** Enables a webhook again, from where it stopped or from another position. */
export const replayWebhook = Effect.fn("KeepWebhooks.replay")(function* (
  input: OfWebhook & { readonly after: Option.Option<string>; readonly oldest: boolean },
  flags: AddressFlags
) {
  const payload = { after: Option.getOrNull(input.after), oldest: input.oldest }
  const webhook = yield* onWebhook(input, flags, ({ webhooks }, params) => webhooks.replay({ params, payload }))
  yield* print(input.json, webhook, () => `Webhook ${input.uuid} is enabled.`)
})

export const deleteWebhook = Effect.fn("KeepWebhooks.delete")(function* (input: OfWebhook, flags: AddressFlags) {
  const { json, uuid } = input
  yield* onWebhook(input, flags, ({ webhooks }, params) => webhooks.delete({ params }))
  yield* print(json, { uuid, status: "deleted" }, () => `Webhook ${uuid} is deleted.`)
})

const printSecret = Effect.fnUntraced(function* (made: typeof WebhookSecretResource.Type, json: boolean) {
  const { secret: redacted, ...webhook } = made
  const secret = Redacted.value(redacted)
  if (json) return yield* Console.log(JSON.stringify({ secret, ...webhook }))
  yield* Console.log(secret)
  yield* Console.error(`The secret of webhook ${webhook.uuid} is shown only once. Store it now.`)
})

const webhookTable = (webhooks: ReadonlyArray<WebhookView>): string =>
  table(
    ["UUID", "Address", "Types", "Status", numbers("Waiting"), "Last failure", "Next request"],
    webhooks.map((webhook) => [
      webhook.uuid,
      webhook.url,
      webhook.types === null ? "all" : webhook.types.join(", "),
      webhook.status_reason === null ? webhook.status : `${webhook.status} (${webhook.status_reason})`,
      String(webhook.waiting),
      webhook.failure ?? "",
      webhook.retry_at === null ? "" : DateTime.formatIso(webhook.retry_at)
    ])
  )
