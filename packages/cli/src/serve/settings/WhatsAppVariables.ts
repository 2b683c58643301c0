import { Schema } from "effect"
import { variable } from "./Variable.ts"
import { fileName } from "./VariableSchemas.ts"

const id = (name: string, meaning: string) =>
  variable({
    name,
    meaning: `${meaning} With ROLLCALL_CHANNEL=whatsapp.`,
    otherwise: "none",
    schema: Schema.String.check(Schema.isPattern(/^\d{1,32}$/)),
    fallback: undefined,
    expected: "an id of digits"
  })

const secret = (name: string, meaning: string) =>
  variable({
    name,
    meaning: `${meaning} With ROLLCALL_CHANNEL=whatsapp.`,
    otherwise: "none",
    schema: Schema.RedactedFromValue(Schema.String.check(Schema.isPattern(/^[\x21-\x7e]+$/))),
    fallback: undefined,
    expected: "printable ASCII characters without a space",
    secret: true
  })

/** The variables of WhatsApp. The first five configure one account of the workspace `default`. */
export const whatsAppVariables = {
  whatsAppToken: secret("ROLLCALL_WHATSAPP_TOKEN", "The access token of the Cloud API."),
  whatsAppPhoneNumberId: id(
    "ROLLCALL_WHATSAPP_PHONE_NUMBER_ID",
    "The id of the phone number that the workspace `default` sends from."
  ),
  whatsAppBusinessAccountId: id(
    "ROLLCALL_WHATSAPP_BUSINESS_ACCOUNT_ID",
    "The id of the business account with the templates."
  ),
  whatsAppAppSecret: secret("ROLLCALL_WHATSAPP_APP_SECRET", "The app secret that signs webhook requests."),
  whatsAppVerifyToken: secret("ROLLCALL_WHATSAPP_VERIFY_TOKEN", "The token that verifies the webhook."),
  whatsAppAccounts: fileName({
    name: "ROLLCALL_WHATSAPP_ACCOUNTS",
    meaning: "A JSON file with the accounts of many workspaces, instead of the five variables of one account.",
    otherwise: "none"
  }),
  whatsAppGraphUrl: variable({
    name: "ROLLCALL_WHATSAPP_GRAPH_URL",
    meaning: "Base URL of the Graph API.",
    otherwise: "https://graph.facebook.com",
    schema: Schema.String.check(Schema.isPattern(/^https?:\/\/[^\s?#]+$/)),
    fallback: undefined,
    expected: "an http or https URL without a query"
  }),
  whatsAppGraphVersion: variable({
    name: "ROLLCALL_WHATSAPP_GRAPH_VERSION",
    meaning: "The version of the Graph API.",
    otherwise: "v24.0",
    schema: Schema.String.check(Schema.isPattern(/^v\d{1,3}\.\d{1,3}$/)),
    fallback: undefined,
    expected: "a version such as v24.0"
  })
}
