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
import { DateTime, Record } from "effect"
import { Table } from "./Table.ts"

/** A contact with its normalized identifiers, its values of archived fields, and its searchable form. */
export interface ContactRow {
  readonly contact: Core.Contact
  readonly hidden: Core.Contact["customFields"]
  readonly keys: ReadonlyArray<IdentifierKey>
  readonly index: Searchable
}

/** The opt-out of a key, with the contact and address for listings. */
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
  /** The results of undone rows, by row index. */
  readonly undone: ReadonlyMap<number, RowUndo>
  /** When the import is next due. Ignored once it has finished. */
  readonly dueAt: DateTime.Utc
  /** When the import ended; null before that, and once its rows are removed. */
  readonly overAt: DateTime.Utc | null
}

/** Returns when an import is due; null if the import is over. */
export const importDueAt = ({ contactImport, dueAt }: ImportWithRows): DateTime.Utc | null =>
  isImportOver(contactImport) ? null : dueAt

/** A broadcast, its next check (null for none), and its attempts to resolve an audience. Hidden while it is staged. */
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

/** Returns when a broadcast is due for a kind of work; null if it is not. */
export const broadcastDueAt = (
  row: BroadcastRow,
  kind: "broadcasts" | "resolutions" | "staged"
): DateTime.Utc | null => {
  const { status } = row.broadcast
  if (row.isStaged || (isOver(status) && isHidden(row))) return kind === "staged" ? row.nextCheckAt : null
  const isWanted = status === "resolving" ? kind === "resolutions" : kind === "broadcasts" && !isOver(status)
  return isWanted ? row.nextCheckAt : null
}

/** The record of an idempotency key, and when it was stored. */
interface StoredKey {
  readonly workspace: Core.WorkspaceUuid
  readonly key: string
  readonly record: IdempotencyRecord
  readonly storedAt: DateTime.Utc
}

/** A receipt, and when it was stored. */
interface KeptReceipt {
  readonly receipt: UnmatchedReceipt
  readonly keptAt: DateTime.Utc
}

/** The event numbers of a workspace: the last removed event and the newest event. */
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

/** Returns when a webhook is due: at once if it waits for events and has one after its cursor; null for never. */
export const webhookDueAt = (
  { eventRanges }: Pick<Tables, "eventRanges">,
  { due, webhook }: WebhookRow
): DateTime.Utc | null => {
  const { last = 0, removed = 0 } = eventRanges.get(singlePartition, webhook.workspaceUuid) ?? {}
  const hasEvents = last > (webhook.cursor === null ? removed : Number(webhook.cursor))
  return due.onEvents && hasEvents ? longAgo : due.at
}

export const longAgo = DateTime.makeUnsafe(0)

/** The address of a recipient's identifier, and the address the person writes from, if it differs. */
interface RecipientAddresses {
  readonly address: string | null
  readonly writesFrom: string | null
}

/**
 * Returns new tables. Unless noted otherwise, the partition of a row is its workspace and the key its uuid. Five tables are
 * indexes, which store data of other tables under another key.
 */
export const emptyTables = () => ({
  /** Key: the name. One partition. */
  workspaces: new Table<Workspace>(),
  /** Key: the workspace. One partition. */
  workspaceSettings: new Table<WorkspaceSettings>(),
  /** Key: the hash. One partition. */
  tokens: new Table<Core.AccessToken>(),
  /** The names of actors. */
  actors: new Table<string>(),
  contacts: new Table<ContactRow>(),
  /** Index: the contacts with an identifier. A partition for each identifier. */
  holders: new Table<Core.ContactUuid>(),
  /** Key: the address. A partition for each contact. */
  formerAddresses: new Table<string>(),
  fields: new Table<Core.CustomField>(),
  /** The number of changes to a workspace's field definitions. Key: the workspace. One partition. */
  definitionVersions: new Table<number>(),
  /** The stored `count` is unused: reads count the `members`. */
  lists: new Table<Core.ContactList>(),
  /** Key: the contact. A partition for each list. */
  members: new Table<MemberRow>(),
  segments: new Table<StoredSegment>(),
  /** A partition for each contact. */
  notes: new Table<Core.Note>(),
  /** Key: the timestamp, the kind and the uuid. A partition for each contact. */
  history: new Table<HistoryEntry>(),
  imports: new Table<ImportWithRows>(),
  /** The traces of the requests that created broadcasts and imports. Key: the uuid of the broadcast or import. */
  traces: new Table<string>(),
  /** Key: the name and the locale. */
  templates: new Table<Core.Template>(),
  broadcasts: new Table<BroadcastRow>(),
  /** A partition for each broadcast, in the order of acceptance. */
  deliveries: new Table<Delivery.Delivery>(),
  /** Index: the broadcast of each recipient, and its address. */
  recipients: new Table<BroadcastRef & RecipientAddresses>(),
  /** Index: the recipients with a message id. A partition for each id. */
  messages: new Table<Pick<Delivery.Delivery, "workspaceUuid" | "uuid">>(),
  /** Index: the recipients with a lease. One partition. */
  leases: new Table<Pick<Delivery.Delivery, "workspaceUuid" | "uuid"> & { readonly until: DateTime.Utc }>(),
  /** Jobs with the time when they are due; null once a job is over. */
  contactJobs: new Table<{ readonly job: StoredContactJob; readonly dueAt: DateTime.Utc | null }>(),
  /** Key: the contact. */
  erasures: new Table<{ readonly erasure: Erasure; readonly dueAt: DateTime.Utc }>(),
  /** Key: the contact that was merged. */
  merges: new Table<ContactMerge>(),
  /** The merged contacts that had an identifier. A partition for each identifier. */
  mergedHolders: new Table<Core.ContactUuid>(),
  mergedIdentifiers: new Table<IdentifierKey>(),
  /** Key: the scope and the key. */
  optOuts: new Table<OptOutRow>(),
  /** Key: the idempotency key. */
  idempotencyKeys: new Table<StoredKey>(),
  /** Receipts with an unknown message id. Key: the channel, workspace and status. A partition for each message id. */
  unmatchedReceipts: new Table<KeptReceipt>(),
  /** Key: the sender. */
  buckets: new Table<TokenBucket>(),
  /** Key: the number of the event in its workspace. Readers add the name of the actor. */
  events: new Table<Core.RollcallEvent>(),
  /** Index: the event number of each channel notice. Key: the uuid of the notice. */
  notices: new Table<string>(),
  /** Key: the workspace. One partition. */
  eventRanges: new Table<EventRange>(),
  webhooks: new Table<WebhookRow>(),
  receivedMessages: new Table<{ readonly message: ReceivedMessage; readonly storedAt: DateTime.Utc }>(),
  /** In order of arrival. One partition. */
  inbox: new Table<{
    readonly entry: InboxEntry
    readonly storedAt: DateTime.Utc
    readonly dueAt: DateTime.Utc
  }>()
})

/** The tables of a database, or of a transaction. */
export type Tables = Readonly<ReturnType<typeof emptyTables>>

/** Returns an overlay of each table. */
export function overlaysOf(tables: Tables): Tables
export function overlaysOf(tables: { readonly [name: string]: { readonly overlay: () => unknown } }): unknown {
  return Record.map(tables, (table) => table.overlay())
}

/** The partition of a table that has only one. */
export const singlePartition = ""

/** The partition of rows that belong to an entity of a workspace. */
export const within = (workspace: Core.WorkspaceUuid, ...names: ReadonlyArray<string>): string =>
  [workspace, ...names].join(" ")
