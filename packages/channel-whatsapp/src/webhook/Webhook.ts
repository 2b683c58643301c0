import type { StorageError } from "@rollcall/core"
import { ChannelWebhook, WebhookRefused } from "@rollcall/core/channel"
import { Effect, Redacted } from "effect"
import type { Mac } from "effect/crypto"
import type { WhatsAppAccounts } from "../accounts/WhatsAppAccounts.ts"
import type { AccountTemplates } from "../templates/AccountTemplates.ts"
import { isOneOf, signedWith } from "./Signature.ts"
import { readBody } from "./WebhookBody.ts"

/**
 * Makes the webhook of the accounts. After a template report, the receiving process reloads the templates of the signing
 * business accounts. Other processes reload them after `refreshEvery`.
 */
export const makeWebhook = (
  accounts: WhatsAppAccounts["Service"],
  templates: AccountTemplates,
  mac: Mac.Mac["Service"]
): ChannelWebhook["Service"] => {
  const all = Effect.mapError(accounts.all, unavailable)

  return ChannelWebhook.of({
    path: "whatsapp",

    verify: Effect.fn("ChannelWebhook.verify")(function* (query) {
      const { "hub.challenge": challenge, "hub.mode": mode, "hub.verify_token": token } = query
      if (mode !== "subscribe" || challenge === undefined || token === undefined) {
        return yield* new WebhookRefused({ reason: "Malformed", detail: "the request is not a verification request" })
      }
      const tokens = (yield* all).map(({ verifyToken }) => verifyToken)
      return isOneOf(token, tokens)
        ? challenge
        : yield* new WebhookRefused({ reason: "Unauthorized", detail: "the verify token belongs to no account" })
    }),

    read: Effect.fn("ChannelWebhook.read")(function* ({ body, headers }) {
      const known = yield* all
      const secrets = new Set(known.map(({ appSecret }) => Redacted.value(appSecret)))
      const signing = yield* signedWith(mac, headers["x-hub-signature-256"], body, secrets)
      if (signing.size === 0) {
        return yield* new WebhookRefused({ reason: "Unauthorized", detail: "the signature belongs to no account" })
      }
      const signers = known.filter(({ appSecret }) => signing.has(Redacted.value(appSecret)))
      const batch = readBody(new TextDecoder().decode(body), signers)
      if (batch.notices.some(({ kind }) => /template_/.test(kind))) {
        const changed = new Set(signers.map(({ businessAccountId }) => businessAccountId))
        yield* Effect.forEach(changed, templates.forget, { discard: true })
      }
      return batch
    })
  })
}

const unavailable = (_error: StorageError): WebhookRefused =>
  new WebhookRefused({ reason: "Unavailable", detail: "the accounts cannot be read now" })
