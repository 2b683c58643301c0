import type * as Core from "@rollcall/core"
import type {
  AppliedRow,
  ContactMerge,
  HistoryEntry,
  IdentifierKey,
  ImportRow,
  KeptOptOut,
  RowUndo,
  StoredContactJob,
  StoredSegment,
  Workspace,
  WorkspaceSettings
} from "@rollcall/core/people"
import type { InboxEntry, ReceivedMessage, ResolutionProgress, TokenBucket } from "@rollcall/core/sending"
import {
  isImportOver,
  isOver,
  type BroadcastRef,
  type Delivery,
  type Erasure,
  type IdempotencyRecord,
  type OptOutEntry,
  type Searchable,
  type StoredWebhook,
  type UnmatchedReceipt,
  type WebhookDue
} from "@rollcall/core/storage"
import { DateTime } from "effect"
import { Table } from "./Table.ts"

/** A contact with its normalised identifiers, the values of archived fields, and the form that searches compare. */
export interface ContactRow {
  readonly contact: Core.Contact
  readonly hidden: Core.Contact["customFields"]
  readonly keys: ReadonlyArray<IdentifierKey>
  readonly index: Searchable
}

/** The opt-out of a key, and what listings show of it. */
export interface OptOutRow extends KeptOptOut, OptOutEntry {}

/** The membership of a contact in a list. */
export interface MemberRow {
  readonly contact: Core.ContactUuid
  readonly addedAt: DateTime.Utc
  readonly addedBy: Core.ActorUuid
}

/** An import with its rows. `results` belong to the first rows, because rows are applied in order. */
export interface ImportWithRows {
  readonly contactImport: Core.ContactImport
  readonly rows: ReadonlyArray<ImportRow>
  readonly results: ReadonlyArray<AppliedRow>
  /** What was left of rows that were undone, by their places. */
  readonly undone: ReadonlyMap<number, RowUndo>
  /** When the import is next due. Ignored once it has finished. */
  readonly dueAt: DateTime.Utc
  /** When the import ended; null before that, and once its rows are removed. */
  readonly overAt: DateTime.Utc | null
}

/** When an import is due; null if it is over. */
export const importDueAt = ({ contactImport, dueAt }: ImportWithRows): DateTime.Utc | null =>
  isImportOver(contactImport) ? null : dueAt

/** A broadcast, its next check (null for none), and the attempts to resolve its audience. A staged broadcast is not visible. */
export interface BroadcastRow {
  readonly broadcast: Core.Broadcast
  readonly isStaged: boolean
  readonly nextCheckAt: DateTime.Utc | null
  /** The number of the newest attempt; 0 before the first. */
  readonly attempt: number
  readonly progress: ResolutionProgress
  /** When the broadcast ended, while it has recipients that may be removed; otherwise null. */
  readonly overAt: DateTime.Utc | null
  /** The counts from before its recipients were removed. */
  readonly kept: {
    readonly counters: Delivery.DeliveryCounters
    readonly reasons: ReturnType<typeof Delivery.reasonsOf>
  } | null
}

/** Whether no recipient of a broadcast is visible. */
export const isHidden = ({ broadcast, isStaged }: BroadcastRow): boolean => isStaged || !broadcast.isComplete

/** When a broadcast is due for one of the loops that look for broadcasts; null if it is not. */
export const broadcastDueAt = (
  row: BroadcastRow,
  kind: "broadcasts" | "resolutions" | "staged"
): DateTime.Utc | null => {
  const { status } = row.broadcast
  if (row.isStaged || (isOver(status) && isHidden(row))) return kind === "staged" ? row.nextCheckAt : null
  const isWanted = status === "resolving" ? kind === "resolutions" : kind === "broadcasts" && !isOver(status)
  return isWanted ? row.nextCheckAt : null
}

/** What is stored under an idempotency key, and since when. */
interface StoredKey {
  readonly workspace: Core.WorkspaceUuid
  readonly key: string
  readonly record: IdempotencyRecord
  readonly storedAt: DateTime.Utc
}

/** A receipt, and since when it is kept. */
interface KeptReceipt {
  readonly receipt: UnmatchedReceipt
  readonly keptAt: DateTime.Utc
}

/** The numbers of a workspace's events. Events up to `removed` are removed; `last` is the last one. */
export interface EventRange {
  readonly workspace: Core.WorkspaceUuid
  readonly removed: number
  readonly last: number
}

/** A webhook, the number and time of its last claim, and when it is due. */
export interface WebhookRow extends StoredWebhook {
  readonly claim: number
  readonly claimedAt: DateTime.Utc
  readonly due: WebhookDue
}

/** When a webhook is due: at once if it is due on events and has an event after its cursor; null for never. */
export const webhookDueAt = (
  { eventRanges }: Pick<Tables, "eventRanges">,
  { due, webhook }: WebhookRow
): DateTime.Utc | null => {
  const { last = 0, removed = 0 } = eventRanges.get(singlePartition, webhook.workspaceUuid) ?? {}
  const hasEvents = last > (webhook.cursor === null ? removed : Number(webhook.cursor))
  return due.onEvents && hasEvents ? longAgo : due.at
}

export const longAgo = DateTime.makeUnsafe(0)

/** The address that a recipient's identifier is written for, and the address under which the person writes, if it differs. */
interface RecipientAddresses {
  readonly address: string | null
  readonly writesFrom: string | null
}

/**
 * All stored data. The partition is the workspace and the key is the uuid, unless the table says otherwise. Five tables are
 * indexes: they store data of other tables under another key.
 */
export type Tables = {
  /** Key: the name. One partition. */
  readonly workspaces: Table<Workspace>
  /** Key: the workspace. One partition. */
  readonly workspaceSettings: Table<WorkspaceSettings>
  /** Key: the hash. One partition. */
  readonly tokens: Table<Core.AccessToken>
  /** The names of actors. */
  readonly actors: Table<string>
  readonly contacts: Table<ContactRow>
  /** Index: the contacts that have an identifier. A partition for each identifier. */
  readonly holders: Table<Core.ContactUuid>
  /** Key: the address. A partition for each contact. */
  readonly formerAddresses: Table<string>
  readonly fields: Table<Core.CustomField>
  /** How often definitions of a workspace have changed. Key: the workspace. One partition. */
  readonly definitionVersions: Table<number>
  /** Their `count` is not kept up to date: it is counted from `members` when a list is read. */
  readonly lists: Table<Core.ContactList>
  /** Key: the contact. A partition for each list. */
  readonly members: Table<MemberRow>
  readonly segments: Table<StoredSegment>
  /** A partition for each contact. */
  readonly notes: Table<Core.Note>
  /** Key: the timestamp, the kind and the uuid. A partition for each contact. */
  readonly history: Table<HistoryEntry>
  readonly imports: Table<ImportWithRows>
  /** The traces of the requests that created broadcasts and imports. Key: the uuid of the broadcast or import. */
  readonly traces: Table<string>
  /** Key: the name and the locale. */
  readonly templates: Table<Core.Template>
  readonly broadcasts: Table<BroadcastRow>
  /** A partition for each broadcast, in the order of acceptance. */
  readonly deliveries: Table<Delivery.Delivery>
  /** Index: the broadcast of each recipient, and its address. */
  readonly recipients: Table<BroadcastRef & RecipientAddresses>
  /** Index: the recipients that have a message id. A partition for each id. */
  readonly messages: Table<Pick<Delivery.Delivery, "workspaceUuid" | "uuid">>
  /** Index: the recipients that have a lease. One partition. */
  readonly leases: Table<Pick<Delivery.Delivery, "workspaceUuid" | "uuid"> & { readonly until: DateTime.Utc }>
  /** Jobs with the time when they are due; null once a job is over. */
  readonly contactJobs: Table<{ readonly job: StoredContactJob; readonly dueAt: DateTime.Utc | null }>
  /** Key: the contact. */
  readonly erasures: Table<{ readonly erasure: Erasure; readonly dueAt: DateTime.Utc }>
  /** Key: the contact that was merged. */
  readonly merges: Table<ContactMerge>
  /** The merged contacts that had an identifier, and the identifiers that each of them had. */
  readonly mergedHolders: Table<Core.ContactUuid>
  readonly mergedIdentifiers: Table<IdentifierKey>
  /** Key: the scope and the key. */
  readonly optOuts: Table<OptOutRow>
  /** Key: the idempotency key. */
  readonly idempotencyKeys: Table<StoredKey>
  /** Receipts whose message id is not known yet. Key: the channel, workspace and status. A partition for each message id. */
  readonly unmatchedReceipts: Table<KeptReceipt>
  /** Key: the sender. */
  readonly buckets: Table<TokenBucket>
  /** Key: the number of the event in its workspace. Readers add the name of the actor. */
  readonly events: Table<Core.RollcallEvent>
  /** Index: the number of the event of each report of a channel. Key: the uuid of the report. */
  readonly notices: Table<string>
  /** Key: the workspace. One partition. */
  readonly eventRanges: Table<EventRange>
  readonly webhooks: Table<WebhookRow>
  readonly receivedMessages: Table<{ readonly message: ReceivedMessage; readonly storedAt: DateTime.Utc }>
  /** In order of arrival. One partition. */
  readonly inbox: Table<{
    readonly entry: InboxEntry
    readonly storedAt: DateTime.Utc
    readonly dueAt: DateTime.Utc
  }>
}

/** The partition of a table that has only one. */
export const singlePartition = ""

/** The partition of rows that belong to an entity of a workspace. */
export const within = (workspace: Core.WorkspaceUuid, ...names: ReadonlyArray<string>): string =>
  [workspace, ...names].join(" ")

/** New tables, or overlays of the tables below. */
export const tablesOver = (below?: Tables): Tables => ({
  workspaces: new Table(below?.workspaces),
  workspaceSettings: new Table(below?.workspaceSettings),
  tokens: new Table(below?.tokens),
  actors: new Table(below?.actors),
  contacts: new Table(below?.contacts),
  holders: new Table(below?.holders),
  formerAddresses: new Table(below?.formerAddresses),
  fields: new Table(below?.fields),
  definitionVersions: new Table(below?.definitionVersions),
  lists: new Table(below?.lists),
  members: new Table(below?.members),
  segments: new Table(below?.segments),
  notes: new Table(below?.notes),
  history: new Table(below?.history),
  imports: new Table(below?.imports),
  traces: new Table(below?.traces),
  templates: new Table(below?.templates),
  broadcasts: new Table(below?.broadcasts),
  deliveries: new Table(below?.deliveries),
  recipients: new Table(below?.recipients),
  messages: new Table(below?.messages),
  leases: new Table(below?.leases),
  contactJobs: new Table(below?.contactJobs),
  erasures: new Table(below?.erasures),
  merges: new Table(below?.merges),
  mergedHolders: new Table(below?.mergedHolders),
  mergedIdentifiers: new Table(below?.mergedIdentifiers),
  optOuts: new Table(below?.optOuts),
  idempotencyKeys: new Table(below?.idempotencyKeys),
  unmatchedReceipts: new Table(below?.unmatchedReceipts),
  buckets: new Table(below?.buckets),
  events: new Table(below?.events),
  notices: new Table(below?.notices),
  eventRanges: new Table(below?.eventRanges),
  webhooks: new Table(below?.webhooks),
  receivedMessages: new Table(below?.receivedMessages),
  inbox: new Table(below?.inbox)
})
