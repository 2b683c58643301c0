import { WorkspaceUuid } from "@rollcall/core"
import { Schema } from "effect"

const Text = Schema.String.check(Schema.isMinLength(1))
const Secret = Schema.RedactedFromValue(Text)

/** A business phone number of a workspace, with its data for the Cloud API. */
export const WhatsAppAccount = Schema.Struct({
  workspace: WorkspaceUuid,
  /** The id of the phone number, which is not the number itself. */
  phoneNumberId: Text,
  /** The id of the business account that has the templates. */
  businessAccountId: Text,
  /** The access token: the permissions are `whatsapp_business_messaging` and `whatsapp_business_management`. */
  token: Secret,
  /** The secret of the app that the webhook belongs to. Webhooks are signed with it. */
  appSecret: Secret,
  /** The token that the app sends when it verifies the webhook, as it is configured there. */
  verifyToken: Secret
})
export type WhatsAppAccount = typeof WhatsAppAccount.Type
