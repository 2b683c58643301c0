import { layer, layerNamed, NamedAccount, type WhatsAppOptions } from "@rollcall/channel-whatsapp"
import { layerConnections } from "@rollcall/channel-whatsapp/node"
import { Effect, Layer, Schema } from "effect"
import { decode } from "./methods/Inputs.ts"
import { DurationInput, issuesOf } from "./options/Given.ts"
import type { ProviderDefinition } from "./options/Options.ts"

const accountsSchema = Schema.Array(NamedAccount)

/** A phone number to send from, with its Cloud API credentials and the name of its workspace. */
export type WhatsAppAccount = typeof NamedAccount.Encoded

/**
 * Sends WhatsApp messages through the Cloud API. The webhook path of `fetch` is `/channels/whatsapp/webhook`.
 *
 * @param accounts The accounts of the workspaces: an array, or a function that returns them, which is called again each
 *   minute. A missing workspace is created.
 * @param options The address and the version of the Graph API, time limits, and the `channelType`. Every option has a
 *   default.
 * @returns What `createRollcall` takes as `channel`.
 * @example
 * import { createRollcall } from "rollcall"
 * import { sqlite } from "rollcall/sqlite"
 * import { whatsapp } from "rollcall/whatsapp"
 *
 * const { WHATSAPP_APP_SECRET = "", WHATSAPP_TOKEN = "", WHATSAPP_VERIFY_TOKEN = "" } = process.env
 * const channel = whatsapp([
 *   {
 *     workspace: "clinic",
 *     phoneNumberId: "106540352242922",
 *     businessAccountId: "102290129340398",
 *     token: WHATSAPP_TOKEN,
 *     appSecret: WHATSAPP_APP_SECRET,
 *     verifyToken: WHATSAPP_VERIFY_TOKEN
 *   }
 * ])
 * const opened = await createRollcall({ storage: sqlite({ filename: "rollcall.db" }), channel })
 * await opened.close()
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
    provider: layer(options).pipe(Layer.provide(layerNamed(load)), Layer.provide(layerConnections)),
    issues: [
      ...(typeof accounts === "function" ? [] : issuesOf(accountsSchema, accounts, ["channel", "accounts"])),
      ...issuesOf(WhatsApp, options, ["channel"])
    ]
  }
}

const WhatsApp = Schema.Struct({
  channelType: Schema.optional(Schema.NonEmptyString),
  graphUrl: Schema.optional(Schema.NonEmptyString),
  graphVersion: Schema.optional(Schema.NonEmptyString),
  timeout: Schema.optional(DurationInput),
  refreshEvery: Schema.optional(DurationInput)
} satisfies { readonly [Name in keyof Required<WhatsAppOptions>]: Schema.Top })
