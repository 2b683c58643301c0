import type * as Core from "@rollcall/core"
import type { DateTime } from "effect"

/** A contact, and how searches see it. */
export interface ContactRow {
  readonly uuid: Core.ContactUuid
  readonly workspaceUuid: Core.WorkspaceUuid
  readonly contact: Core.Contact
  readonly index: Core.Searchable
}

/** An import with its rows. Those that have a result are the first ones: rows are applied in order. */
export interface ImportWithRows {
  readonly uuid: Core.ContactImportUuid
  readonly workspaceUuid: Core.WorkspaceUuid
  readonly contactImport: Core.ContactImport
  readonly rows: ReadonlyArray<Core.ImportRow>
  readonly results: ReadonlyArray<Core.RowResult>
  /** When somebody should look at it, unless it is over. */
  readonly dueAt: DateTime.Utc
}

/** The account of a recipient, and the broadcast that it belongs to. */
export interface Account {
  readonly ref: Core.BroadcastRef
  readonly row: Core.Ledger.LedgerRow
}

/**
 * Everything that is stored, by workspace and uuid where nothing else is said. What the maps hold is never changed, only
 * put in the place of what was there, so that a copy of the maps is a copy of everything.
 */
export interface Tables {
  /** By name. */
  readonly workspaces: Map<string, Core.Workspace>
  readonly tokens: Map<string, Core.AccessToken>
  readonly contacts: Map<string, ContactRow>
  readonly fields: Map<string, Core.CustomField>
  /** Their `count` is out of date: it follows from `members`. */
  readonly lists: Map<string, Core.ContactList>
  /** Who is on each list, and since when. */
  readonly members: Map<string, ReadonlyMap<Core.ContactUuid, DateTime.Utc>>
  readonly notes: Map<string, Core.Note>
  readonly imports: Map<string, ImportWithRows>
  /** By workspace, name and locale. */
  readonly templates: Map<string, { readonly workspace: Core.WorkspaceUuid; readonly template: Core.Template }>
  readonly broadcasts: Map<string, Core.Broadcast>
  /** When somebody should look at a broadcast, while it is `scheduled` or `sending`. */
  readonly looks: Map<string, DateTime.Utc>
  /** By uuid, in the order of acceptance: a map keeps the order in which keys were added. */
  readonly ledger: Map<Core.RecipientUuid, Account>
  /** By workspace and key. */
  readonly idempotencyKeys: Map<string, Core.IdempotencyRecord>
  /** By message id: the receipts for messages that nobody knows yet, in the order in which they came. */
  readonly parked: Map<string, ReadonlyArray<Core.Receipt>>
  /** By workspace and sender. */
  readonly buckets: Map<string, Core.TokenBucket>
}

/** A copy, to write to while others read the original; of nothing, the tables of a new store. */
export const copyOf = (tables?: Tables): Tables => ({
  workspaces: new Map(tables?.workspaces),
  tokens: new Map(tables?.tokens),
  contacts: new Map(tables?.contacts),
  fields: new Map(tables?.fields),
  lists: new Map(tables?.lists),
  members: new Map(tables?.members),
  notes: new Map(tables?.notes),
  imports: new Map(tables?.imports),
  templates: new Map(tables?.templates),
  broadcasts: new Map(tables?.broadcasts),
  looks: new Map(tables?.looks),
  ledger: new Map(tables?.ledger),
  idempotencyKeys: new Map(tables?.idempotencyKeys),
  parked: new Map(tables?.parked),
  buckets: new Map(tables?.buckets)
})
