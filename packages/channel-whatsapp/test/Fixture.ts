import { BroadcastUuid, RecipientUuid, WorkspaceUuid } from "@rollcall/core"
import { correlationOf, MessageParameters, type OutboundMessage } from "@rollcall/core/channel"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { WhatsAppAccount } from "../src/index.ts"

export const workspace = WorkspaceUuid.make("0198a5c0-0000-7000-8000-000000000001")
export const correlation = correlationOf(workspace, RecipientUuid.make("0198a5c0-0000-7000-8000-000000000003"))

/** The account of a workspace; each number has another phone number, business account and app. */
export const accountOf = (number: number, of = workspace): WhatsAppAccount =>
  Schema.decodeSync(WhatsAppAccount)({
    workspace: of,
    phoneNumberId: `11${number}`,
    businessAccountId: `22${number}`,
    token: `token ${number}`,
    appSecret: `secret ${number}`,
    verifyToken: `verify ${number}`
  })

/** A request for a template, and what was written from the documentation of the platform for it. */
const Golden = Schema.Struct({ template: Schema.Json, parameters: MessageParameters, request: Schema.Json })

export const goldens = [
  "no-variables",
  "positional",
  "named",
  "image",
  "video",
  "document",
  "carousel",
  "carousel-of-media-alone"
] as const
export type GoldenName = (typeof goldens)[number]

export const golden = (name: GoldenName): typeof Golden.Type =>
  Schema.decodeSync(Schema.fromJsonString(Golden))(
    readFileSync(new URL(`messages/golden/${name}.json`, import.meta.url), "utf8")
  )

export const messageTo = (
  to: string,
  template: { readonly name: string; readonly language: string },
  parameters: MessageParameters
): OutboundMessage => ({
  correlation,
  attempt: 1,
  broadcast: BroadcastUuid.make("0198a5c0-0000-7000-8000-000000000002"),
  workspace,
  from: "493090180",
  to,
  templateName: template.name,
  locale: template.language,
  parameters
})

/** The message of a golden to another number. */
export const messageOf = (name: GoldenName, to = "4915112345678"): OutboundMessage => {
  const { parameters, template } = golden(name)
  return messageTo(to, Schema.decodeUnknownSync(Identity)(template), parameters)
}
const Identity = Schema.Struct({ name: Schema.String, language: Schema.String })
