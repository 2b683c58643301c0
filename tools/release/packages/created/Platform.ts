import { Schema } from "effect"
import { FakeOptions } from "../../../../packages/channel-whatsapp/src/fake/FakeScript.ts"
import { serve } from "../../../../packages/channel-whatsapp/src/fake/Server.ts"

const account = {
  phoneNumberId: "106540352242922",
  businessAccountId: "102290129340398",
  displayPhoneNumber: "+49 30 90180",
  token: "token-of-a-project",
  appSecret: "secret-of-a-project"
}

const template = {
  id: "594425479261596",
  name: "appointment_reminder",
  language: "en",
  status: "APPROVED",
  category: "UTILITY",
  parameter_format: "POSITIONAL",
  components: [{ type: "BODY", text: "Hello {{1}}, your appointment is at {{2}}." }]
}

/** Serves a fake WhatsApp platform, and returns a project's settings for it. */
export const servePlatform = async () => {
  const options: typeof FakeOptions.Encoded = { accounts: [account], templates: [template] }
  const { close, url } = await serve(Schema.decodeSync(FakeOptions)(options))
  const settings = {
    WHATSAPP_TOKEN: account.token,
    WHATSAPP_PHONE_NUMBER_ID: account.phoneNumberId,
    WHATSAPP_BUSINESS_ACCOUNT_ID: account.businessAccountId,
    WHATSAPP_APP_SECRET: account.appSecret,
    WHATSAPP_VERIFY_TOKEN: "verified",
    WHATSAPP_FROM: account.displayPhoneNumber,
    WHATSAPP_GRAPH_URL: url
  }
  return { close, settings }
}
