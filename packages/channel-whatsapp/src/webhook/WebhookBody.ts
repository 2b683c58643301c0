import type { WorkspaceUuid } from "@rollcall/core"
import {
  type ChannelNotice,
  Correlation,
  type DeliveryReceipt,
  type InboundBatch,
  type InboundMessage,
  type InboundPerson,
  type InboundPreference,
  type ReceiptRefusal,
  type ReceiptStatus
} from "@rollcall/core/channel"
import { Option, Schema } from "effect"
import { digitsOf } from "../accounts/Senders.ts"
import type { WhatsAppAccount } from "../graph/WhatsAppAccount.ts"
import { type GraphErrorRule, ruleOf } from "../graph/ErrorTable.ts"
import { refusalOfReceipt } from "../graph/GraphErrors.ts"
import { hourOf, reported, unreadable } from "./Notices.ts"
import { authorOf, changeOf, NamedPeople } from "./People.ts"
import {
  Answered,
  Change,
  Entry,
  Envelope,
  Message,
  Messages,
  Preference,
  Recipient,
  Status,
  StatusError,
  SystemReport
} from "./WebhookShape.ts"
import { own } from "@rollcall/core/operations"

const decodeBody = Schema.decodeOption(Schema.fromJsonString(Schema.Json))
const decodeEnvelope = Schema.decodeUnknownOption(Envelope)
const decodeEntry = Schema.decodeUnknownOption(Entry)
const decodeChange = Schema.decodeUnknownOption(Change)
const decodeMessages = Schema.decodeUnknownOption(Messages)
const decodeError = Schema.decodeUnknownOption(StatusError)
const decodeErrors = Schema.decodeUnknownOption(Schema.NonEmptyArray(Schema.Unknown))
const decodeStatus = Schema.decodeUnknownOption(Status)
const decodeRecipient = Schema.decodeUnknownOption(Recipient)
const decodeMessage = Schema.decodeUnknownOption(Message)
const decodeSystem = Schema.decodeUnknownOption(SystemReport)
const decodePreference = Schema.decodeUnknownOption(Preference)
const decodeAnswered = Schema.decodeUnknownOption(Answered)
const decodeCorrelation = Schema.decodeUnknownOption(Correlation)

/** A batch to which the parts of a body are added. */
interface Batch {
  readonly receipts: Array<DeliveryReceipt>
  readonly messages: Array<InboundMessage>
  readonly preferences: Array<InboundPreference>
  readonly people: Array<InboundPerson>
  readonly notices: Array<ChannelNotice>
}

/**
 * Reads a webhook body. `accounts` are the accounts whose secret signed the body. Unreadable parts, messages for unknown
 * accounts, and reports about anything other than messages become notices.
 */
export const readBody = (text: string, accounts: ReadonlyArray<WhatsAppAccount>): InboundBatch => {
  const batch: Batch = { receipts: [], messages: [], preferences: [], people: [], notices: [] }
  const body = decodeBody(text)
  if (Option.isNone(body)) {
    batch.notices.push(unreadable("the body is not JSON", null))
    return batch
  }
  const envelope = decodeEnvelope(body.value)
  if (Option.isNone(envelope)) {
    batch.notices.push(unreadable("the body is not from a business account", body.value))
    return batch
  }
  for (const part of envelope.value.entry) readEntry(part, accounts, batch)
  return batch
}

const readEntry = (part: Schema.Json, accounts: ReadonlyArray<WhatsAppAccount>, batch: Batch): void => {
  const entry = decodeEntry(part)
  if (Option.isNone(entry)) {
    batch.notices.push(unreadable("an entry has an unknown form", part))
    return
  }
  const owners = accounts.filter(({ businessAccountId }) => businessAccountId === entry.value.id)
  for (const changed of entry.value.changes) {
    const change = decodeChange(changed)
    if (Option.isNone(change)) {
      batch.notices.push(unreadable("a change has an unknown form", changed))
    } else if (change.value.field === "messages" || change.value.field === "user_preferences") {
      readMessages(change.value.value, entry.value.time, accounts, batch)
    } else {
      const { field, value } = change.value
      const workspaces = owners.length === 0 ? [null] : new Set(owners.map(({ workspace }) => workspace))
      const report = reported(field, entry.value.id, entry.value.time, value)
      for (const workspace of workspaces) batch.notices.push({ workspace, ...report })
    }
  }
}

const readMessages = (
  part: Schema.Json,
  time: Schema.Json,
  accounts: ReadonlyArray<WhatsAppAccount>,
  batch: Batch
): void => {
  const value = decodeMessages(part)
  if (Option.isNone(value)) {
    batch.notices.push(unreadable("a change of messages has an unknown form", part))
    return
  }
  const { contacts, errors, messages, metadata, statuses, user_preferences: preferences } = value.value
  const account = accounts.find(({ phoneNumberId }) => phoneNumberId === metadata.phone_number_id)
  if (account === undefined) {
    const detail = `no account with the phone number id ${metadata.phone_number_id} has the app secret that signed the request`
    batch.notices.push({ ...unreadable(detail, part), kind: "unknown_account" })
    return
  }
  const { workspace } = account
  const holders = accounts.filter(({ phoneNumberId }) => phoneNumberId === metadata.phone_number_id)
  const workspaces = Array.from(new Set(holders.map((holder) => holder.workspace)))
  const people = new NamedPeople([...(contacts ?? []), ...(statuses ?? []).flatMap(recipientOf)])
  batch.people.push(...people.pairs(workspaces))
  for (const status of statuses ?? []) readStatus(status, workspace, workspaces, batch)
  const to = digitsOf(metadata.display_phone_number)
  for (const message of messages ?? []) readMessage(message, workspace, to, people, batch)
  for (const preference of preferences ?? []) readPreference(preference, workspaces, people, batch)
  for (const error of errors ?? []) {
    const code = Option.match(decodeError(error), { onNone: () => "", onSome: ({ code }) => ` (code ${code})` })
    batch.notices.push({
      workspace,
      kind: "error",
      level: "warning",
      detail: `the platform reports an error${code}`,
      occurrence: JSON.stringify(time),
      data: error
    })
  }
}

/**
 * Returns a status's recipient in the form of a report's `contacts`; empty for a group, or without both number and user id.
 */
const recipientOf = (part: Schema.Json): ReadonlyArray<Schema.Json> =>
  Option.match(decodeRecipient(part), {
    onNone: () => [],
    onSome: ({ recipient_id, recipient_user_id }) => [{ wa_id: recipient_id, user_id: recipient_user_id }]
  })

const receiptStatuses: { readonly [status: string]: ReceiptStatus } = {
  sent: "sent",
  delivered: "delivered",
  read: "read",
  failed: "undeliverable"
}

/** Known statuses that are not about delivery. */
const otherStatuses: ReadonlySet<string> = new Set(["deleted", "played"])

/** `workspaces` are the workspaces that have the status's phone number. */
const readStatus = (
  part: Schema.Json,
  workspace: WorkspaceUuid,
  workspaces: ReadonlyArray<WorkspaceUuid>,
  batch: Batch
): void => {
  const decoded = decodeStatus(part)
  if (Option.isNone(decoded)) {
    batch.notices.push(unreadable("a status has an unknown form", part, workspace))
    return
  }
  const { biz_opaque_callback_data: callback, errors, id, status: given, timestamp } = decoded.value
  const status = own(receiptStatuses, given)
  if (status === undefined) {
    const detail = `a message has the status ${JSON.stringify(given)}, which is not a delivery status`
    const level = otherStatuses.has(given) ? "info" : "warning"
    batch.notices.push({ workspace, kind: "status", level, detail, occurrence: hourOf(timestamp), data: part })
    return
  }
  const error = status === "undeliverable" ? firstError(errors) : null
  const rule = error === null ? undefined : ruleOf(error.code)
  const refusal = error === null ? null : refusalOfReceipt(error.code)
  batch.receipts.push({
    workspaces,
    correlation: Option.getOrNull(decodeCorrelation(callback)),
    messageId: id,
    status,
    error: error === null ? null : textOfError(error),
    // Other refusals may be the template's fault instead of the recipient's.
    reason: rule?.reason === "Undeliverable" ? (rule.recipient ?? null) : null,
    ...(refusal !== null && { refusal }),
    at: timestamp
  })
  if (error !== null && refusal !== null) {
    // The detail omits the platform's own text, which may name the recipient.
    const detail = `messages fail because of ${causes[refusal.reason]}: ${meaningOf(rule)} (code ${error.code})`
    const occurrence = hourOf(timestamp)
    const isKnown = batch.notices.some((notice) => notice.workspace === workspace && notice.detail === detail)
    if (!isKnown) batch.notices.push({ workspace, kind: "failed", level: "warning", detail, occurrence, data: part })
  }
}

/** The cause of a failure that may affect other messages, for the notice's text. */
const causes = {
  SenderRejected: "their sender",
  TemplateRejected: "their template",
  Refused: "their template or values",
  Transient: "the platform or their media"
} as const satisfies { readonly [Reason in ReceiptRefusal["reason"]]: string }

const meaningOf = (rule: GraphErrorRule | undefined): string =>
  rule === undefined ? "Rollcall does not know the code." : rule.meaning

/** Returns the first error of a status; null for no errors or errors of an unknown form. */
const firstError = (errors: unknown): StatusError | null =>
  Option.getOrNull(Option.flatMap(decodeErrors(errors), ([first]) => decodeError(first)))

const textOfError = ({ code, error_data: data, message, title }: StatusError): string =>
  `${data?.details ?? message ?? title ?? "failed"} (code ${code})`

/** Reads a person's preference. `workspaces` are the workspaces that have the report's phone number. */
const readPreference = (
  part: Schema.Json,
  workspaces: ReadonlyArray<WorkspaceUuid>,
  people: NamedPeople,
  batch: Batch
): void => {
  const decoded = decodePreference(part)
  for (const workspace of workspaces) {
    if (Option.isNone(decoded)) {
      batch.notices.push(unreadable("a preference has an unknown form", part, workspace))
      continue
    }
    const { category, timestamp: at, user_id: userId, value, wa_id: number } = decoded.value
    const author = authorOf(number, userId, people)
    const wants = category === "marketing_messages" ? own(preferred, value) : undefined
    if (wants !== undefined && author !== null) batch.preferences.push({ workspace, ...author, wants, at })
    else {
      const detail = "a preference is unknown, or has no phone number or user id"
      batch.notices.push({
        ...{ workspace, kind: "user_preferences", level: "warning", detail },
        ...{ occurrence: hourOf(at), data: part }
      })
    }
  }
}

const preferred: { readonly [value: string]: InboundPreference["wants"] } = { stop: "stop", resume: "resume" }

const readMessage = (
  part: Schema.Json,
  workspace: WorkspaceUuid,
  to: string,
  people: NamedPeople,
  batch: Batch
): void => {
  const decoded = decodeMessage(part)
  const author = Option.match(decoded, {
    onNone: () => null,
    onSome: ({ from, from_user_id: userId }) => authorOf(from, userId, people)
  })
  batch.people.push(
    ...Option.match(decodeSystem(part), { onNone: () => [], onSome: (said) => changeOf(workspace, said) })
  )
  if (Option.isNone(decoded) || author === null || to === "") {
    batch.notices.push(unreadable("a message has an unknown form", part, workspace))
    return
  }
  const { context, id, timestamp, type } = decoded.value
  const choice = choiceOf(decoded.value)
  const answered = decodeAnswered(context)
  const username = people.usernameOf(author)
  batch.messages.push({
    workspace,
    channelMessageId: id,
    ...author,
    ...(username !== null && { username }),
    to,
    at: timestamp,
    kind: type,
    text: textOf(decoded.value),
    ...(choice !== null && { choice }),
    ...(Option.isSome(answered) && { repliesTo: answered.value.id })
  })
}

/** Returns the payload or id of the chosen button or list row; null for other messages. */
const choiceOf = ({ button, interactive }: Message): string | null =>
  button?.payload ?? interactive?.button_reply?.id ?? interactive?.list_reply?.id ?? null

/** Returns the text that a person wrote or chose, or a file's caption; null without text. */
const textOf = ({ button, document, image, interactive, text, video }: Message): string | null =>
  text?.body ??
  button?.text ??
  interactive?.button_reply?.title ??
  interactive?.list_reply?.title ??
  image?.caption ??
  video?.caption ??
  document?.caption ??
  null
