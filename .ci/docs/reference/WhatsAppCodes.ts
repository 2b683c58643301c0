import { errorTable } from "../../../packages/channel-whatsapp/src/graph/ErrorTable.ts"
import { cell, generatedPage, table } from "./Markdown.ts"

/** The page of the codes of the WhatsApp platform. */
export const whatsAppCodesPage = (): string =>
  generatedPage(
    "WhatsApp codes",
    "What each error code of the Cloud API means for a send: whether it is the recipient's, the sender's or the template's, and " +
      "whether the message is tried again. [WhatsApp](../how-to/whatsapp.md) says what to do about a broadcast that is paused for one, and " +
      "[reasons](reasons.md) what the literals of recipients mean. An unknown code pauses a broadcast after a handful (B23).",
    whatsAppTable()
  )

const whatsAppTable = (): string =>
  table(
    ["code", "meaning", "leads to", "source"],
    errorTable.map((rule) => {
      const { code: one, subcode } = rule
      const code = `${typeof one === "number" ? one : one.join("-")}${subcode === undefined ? "" : `, subcode ${subcode}`}`
      const notes = [
        ...(rule.recipient === undefined ? [] : [`\`${rule.recipient}\``]),
        ...(rule.retryAfter === undefined ? [] : [`after ${rule.retryAfter} seconds`]),
        ...(rule.retries === undefined ? [] : ["once"])
      ]
      return [code, cell(rule.meaning), [`\`${rule.reason}\``, ...notes].join(", "), rule.source]
    })
  )
