import { WorkspaceUuid } from "@rollcall/core"
import { Schema } from "effect"

const Text = Schema.String.check(Schema.isMinLength(1))
const Secret = Schema.RedactedFromValue(Text)

/** A business phone number of a workspace, with its Cloud API credentials. */
export const WhatsAppAccount = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The id of the phone number, not the number itself. */
  phoneNumberId: Text,
  /** The id of the business account with the templates. */
  businessAccountId: Text,
  /** The access token, with the permissions `whatsapp_business_messaging` and `whatsapp_business_management`. */
  token: Secret,
  /** The secret of the app, which signs webhooks. */
  appSecret: Secret,
  /** The token configured in the app for verifying the webhook. */
  verifyToken: Secret
})
export type WhatsAppAccount = typeof WhatsAppAccount.Type
