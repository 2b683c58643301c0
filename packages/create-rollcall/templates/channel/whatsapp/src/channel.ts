import { whatsapp } from "rollcall/whatsapp"

const setting = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set: write it to the file .env`)
  return value
}

/** WhatsApp's Cloud API, with the account of the workspace `main`. */
export const channel = whatsapp(
  [
    {
      workspace: "main",
      phoneNumberId: setting("WHATSAPP_PHONE_NUMBER_ID"),
      businessAccountId: setting("WHATSAPP_BUSINESS_ACCOUNT_ID"),
      token: setting("WHATSAPP_TOKEN"),
      appSecret: setting("WHATSAPP_APP_SECRET"),
      verifyToken: setting("WHATSAPP_VERIFY_TOKEN")
    }
  ],
  { graphUrl: process.env["WHATSAPP_GRAPH_URL"] ?? "https://graph.facebook.com" }
)

/** The number that messages are sent from, with its country code. */
export const from = setting("WHATSAPP_FROM").replace(/\D/g, "")
