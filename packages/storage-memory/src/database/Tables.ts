import type * as Core from "@rollcall/core"
import type { DateTime } from "effect"
import { Table } from "./Table.ts"

/** A contact and the form in which searches compare it. */
export interface ContactRow {
  readonly contact: Core.Contact
  readonly index: Core.Searchable
}

/** That a contact is on a list, and since when. */
export interface MemberRow {
  readonly contact: Core.ContactUuid
  readonly addedAt: DateTime.Utc
}

/** An import with its rows. Those that have a result are the first ones: rows are applied in order. */
export interface ImportWithRows {
  readonly contactImport: Core.ContactImport
  readonly rows: ReadonlyArray<Core.ImportRow>
  readonly results: ReadonlyArray<Core.RowResult>
  /** When it is due for attention, unless it is over. */
  readonly dueAt: DateTime.Utc
}

/** A broadcast and when it is due; never where null. A staged one is not visible. */
export interface BroadcastRow {
  readonly broadcast: Core.Broadcast
  readonly isStaged: boolean
  readonly nextCheckAt: DateTime.Utc | null
}

/**
 * Everything that is stored. By workspace and uuid where nothing else is said. Four tables are indexes: they repeat what
 * others say, under another key.
 */
export type Tables = {
  /** By name, in one partition. */
  readonly workspaces: Table<Core.Workspace>
  /** By hash, in one partition. */
  readonly tokens: Table<Core.AccessToken>
  readonly contacts: Table<ContactRow>
  /** Index: the contacts that have an identifier, in a partition for each identifier. */
  readonly holders: Table<Core.ContactUuid>
  readonly fields: Table<Core.CustomField>
  /** Their `count` is out of date: it follows from the members. */
  readonly lists: Table<Core.ContactList>
  /** By contact, in a partition for each list. */
  readonly members: Table<MemberRow>
  /** In a partition for each contact. */
  readonly notes: Table<Core.Note>
  readonly imports: Table<ImportWithRows>
  /** By name and locale. */
  readonly templates: Table<Core.Template>
  readonly broadcasts: Table<BroadcastRow>
  /** In a partition for each broadcast, in the order of acceptance. */
  readonly deliveries: Table<Core.Delivery.Delivery>
  /** Index: the broadcasts of recipients, in one partition. */
  readonly recipients: Table<Core.BroadcastRef>
  /** Index: the recipients that have a message id, in a partition for each id. */
  readonly messages: Table<Core.RecipientUuid>
  /** Index: the recipients that have a lease, in one partition. */
  readonly leases: Table<{ readonly uuid: Core.RecipientUuid; readonly until: DateTime.Utc }>
  /** By key. */
  readonly idempotencyKeys: Table<Core.IdempotencyRecord>
  /** By status, in a partition for each message id: receipts for messages that are not known yet. */
  readonly unmatchedReceipts: Table<Core.DeliveryReceipt>
  /** By sender. */
  readonly buckets: Table<Core.TokenBucket>
}

/** The one partition of a table that has no more. */
export const everywhere = ""

/** The partition, or the key, of what belongs to something of a workspace. */
export const within = (workspace: Core.WorkspaceUuid, ...names: ReadonlyArray<string>): string =>
  [workspace, ...names].join(" ")

/** New tables, or drafts of some. */
export const tablesOver = (below?: Tables): Tables => ({
  workspaces: new Table(below?.workspaces),
  tokens: new Table(below?.tokens),
  contacts: new Table(below?.contacts),
  holders: new Table(below?.holders),
  fields: new Table(below?.fields),
  lists: new Table(below?.lists),
  members: new Table(below?.members),
  notes: new Table(below?.notes),
  imports: new Table(below?.imports),
  templates: new Table(below?.templates),
  broadcasts: new Table(below?.broadcasts),
  deliveries: new Table(below?.deliveries),
  recipients: new Table(below?.recipients),
  messages: new Table(below?.messages),
  leases: new Table(below?.leases),
  idempotencyKeys: new Table(below?.idempotencyKeys),
  unmatchedReceipts: new Table(below?.unmatchedReceipts),
  buckets: new Table(below?.buckets)
})
