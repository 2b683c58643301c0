import { layer, layerNamed, NamedAccount, type WhatsAppOptions } from "@rollcall/channel-whatsapp"
import { Effect, Layer, Schema } from "effect"
import { FetchHttpClient } from "effect/http"
import { decode } from "./methods/Inputs.ts"
import type { ProviderDefinition } from "./options/Options.ts"

const accountsSchema = Schema.Array(NamedAccount)

/** A phone number that a workspace sends from, and what the Cloud API wants to know. The workspace is given by its name. */
export type WhatsAppAccount = typeof NamedAccount.Encoded

/**
 * WhatsApp through the Cloud API, with the accounts of the workspaces: an array, or a function that returns them, which is
 * called again each minute. A workspace that is not there is created. Receipts and messages come to
 * `/channels/whatsapp/webhook` of `fetch`.
 */
export const whatsapp = (
  accounts: ReadonlyArray<WhatsAppAccount> | (() => Promise<ReadonlyArray<WhatsAppAccount>>),
  options: WhatsAppOptions = {}
): ProviderDefinition => {
  const load = Effect.flatMap(
    typeof accounts === "function" ? Effect.tryPromise(accounts) : Effect.succeed(accounts),
    (given) => decode(["accounts", accountsSchema], given)
  )
  return {
    provider: layer(options).pipe(Layer.provide(layerNamed(load)), Layer.provide(FetchHttpClient.layer))
  }
}
