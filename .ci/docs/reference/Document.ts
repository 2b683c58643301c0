import { Api } from "@rollcall/api"
import { Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { camelToSnake } from "effect/String"

const Answer = Schema.Struct({ description: Schema.String })

const Operation = Schema.Struct({
  operationId: Schema.String,
  summary: Schema.optional(Schema.String),
  tags: Schema.Array(Schema.String),
  responses: Schema.Record(Schema.String, Answer)
})

const Member = Schema.Struct({ description: Schema.optional(Schema.String) })

const Document = Schema.Struct({
  paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Operation)),
  components: Schema.Struct({
    schemas: Schema.Record(
      Schema.String,
      Schema.Struct({ properties: Schema.optional(Schema.Record(Schema.String, Member)) })
    )
  })
})

/** An operation of the API, and what the document says of its answers. */
export interface DocumentedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly answers: ReadonlyArray<{ readonly status: string; readonly description: string }>
}

/** The document of the API, as far as pages are written of it. */
export const readDocument = () => {
  const { components, paths } = Schema.decodeUnknownSync(Document)(OpenApi.fromApi(Api))
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, responses, summary = "", tags }]): DocumentedOperation => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      summary,
      tag: tags[0] ?? "",
      answers: Object.entries(responses).map(([status, { description }]) => ({ status, description }))
    }))
  )
  return { operations, schemas: components.schemas }
}

/** The schemas of the document that describe what the promise library has under another name. */
const schemaNames: Readonly<Record<string, string>> = {
  Acceptance: "AcceptedBroadcast",
  AccessToken: "Token",
  Addition: "ContactListAddition",
  AudienceBroadcast: "BroadcastBody",
  BroadcastDetails: "Broadcast",
  ContactInput: "ContactBody",
  ContactListInput: "ContactListUpdate",
  CustomFieldInput: "CustomFieldUpdate",
  DuplicateGroup: "DuplicateContacts",
  GivenContact: "ContactBody",
  ImportPreview: "ContactImportPreview",
  ImportRow: "ContactImportRow",
  MadeToken: "TokenWithSecret",
  MergeInput: "ContactMergeBody",
  NewAccessToken: "TokenCreate",
  NewBroadcast: "BroadcastBody",
  NewContactList: "ContactListCreate",
  NewCustomField: "CustomFieldCreate",
  NewImport: "ContactImportBody",
  NewOptOutJob: "OptOutJobCreate",
  NewSegment: "SegmentCreate",
  NewWebhook: "WebhookCreate",
  NoteInput: "NoteCreate",
  OfferedTemplate: "PlainTemplate",
  RecipientBroadcast: "BroadcastBody",
  RecipientWarning: "ValidatedRecipient",
  RetryAcceptance: "RetriedBroadcast",
  RetryInput: "BroadcastRetryBody",
  SearchAddition: "ContactListSearchAddition",
  SegmentChanges: "SegmentUpdate",
  Template: "PlainTemplate",
  TemplateInput: "PlainTemplate",
  TestInput: "BroadcastTestBody",
  TestResult: "TestedBroadcast",
  UndoneMerge: "ContactMergeUndone",
  WorkspaceSettings: "Settings"
}

/** What members mean that the wire has in another place, or not at all. */
const common: Readonly<Record<string, string>> = {
  broadcast: "The broadcast.",
  broadcastUuid: "The uuid of the broadcast that it belongs to.",
  channelType: "The channel that it leaves through.",
  contactUuid: "The uuid of the contact that it is about.",
  counters: "How many recipients came to each state.",
  counts: "How many rows came to each outcome.",
  createdAt: "When it was created.",
  createdBy: "The uuid of the user who created it.",
  deliveredAt: "When the message was delivered; null before.",
  error: "What is wrong, as a sentence; null if nothing is.",
  errors: "What is wrong, a sentence each.",
  from: "The sender.",
  locale: "The language code of its template.",
  mergeType: "What becomes of a row that matches a contact.",
  name: "Its name.",
  notes: "The notes about the contact that were removed.",
  original: "The row as it was given.",
  record: "The token as it is stored, without its text.",
  result: "The outcome of the row; null before it is applied.",
  status: "Its state.",
  templateName: "The name of its template.",
  text: "The text.",
  uuid: "Its uuid.",
  version: "The version of the request format.",
  webhook: "The webhook.",
  workspaceUuid: "The uuid of the workspace that has it."
}

/** Says what the document of the API says of a member of a type of the promise library; nothing where it has no such member. */
export const wireMeanings = (): ((type: string, member: string) => string) => {
  const { schemas } = readDocument()
  return (type, member) =>
    schemas[schemaNames[type] ?? type]?.properties?.[camelToSnake(member)]?.description ?? common[member] ?? ""
}
