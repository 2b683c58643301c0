import type {
  AccessToken,
  AccessTokenUuid,
  Broadcast,
  BroadcastUuid,
  Contact,
  ContactList,
  ContactListUuid,
  ContactUuid,
  CustomField,
  CustomFieldUuid,
  IdempotencyRecord,
  Ledger,
  Note,
  NoteUuid,
  Receipt,
  RecipientUuid,
  Searchable,
  TokenBucket,
  Workspace
} from "@rollcall/core"
import type { DateTime } from "effect"

/**
 * Everything that is stored. What the maps hold is never changed, only put in the place of what was there, so that a
 * copy of the maps is a copy of everything.
 */
export interface Tables {
  /** By name. */
  readonly workspaces: Map<string, Workspace>
  readonly tokens: Map<AccessTokenUuid, AccessToken>
  readonly contacts: Map<ContactUuid, Contact>
  /** Each contact as searches see it. */
  readonly searchables: Map<ContactUuid, Searchable>
  readonly fields: Map<CustomFieldUuid, CustomField>
  /** Their `count` is out of date: it follows from `members`. */
  readonly lists: Map<ContactListUuid, ContactList>
  /** Who is on each list, and since when. */
  readonly members: Map<ContactListUuid, ReadonlyMap<ContactUuid, DateTime.Utc>>
  readonly notes: Map<NoteUuid, Note>
  readonly broadcasts: Map<BroadcastUuid, Broadcast>
  /** When somebody should look at a broadcast that is `sending`. */
  readonly looks: Map<BroadcastUuid, DateTime.Utc>
  /** Every account, in the order of acceptance: a map keeps the order in which keys were added. */
  readonly ledger: Map<RecipientUuid, Ledger.LedgerRow>
  /** By workspace and key. */
  readonly idempotencyKeys: Map<string, IdempotencyRecord>
  /** By message id: the receipts for messages that nobody knows yet, in the order in which they came. */
  readonly parked: Map<string, ReadonlyArray<Receipt>>
  /** By workspace and sender. */
  readonly buckets: Map<string, TokenBucket>
}

/** The tables of a new store. */
export const emptyTables = (): Tables => ({
  workspaces: new Map(),
  tokens: new Map(),
  contacts: new Map(),
  searchables: new Map(),
  fields: new Map(),
  lists: new Map(),
  members: new Map(),
  notes: new Map(),
  broadcasts: new Map(),
  looks: new Map(),
  ledger: new Map(),
  idempotencyKeys: new Map(),
  parked: new Map(),
  buckets: new Map()
})

/** A copy to write to while others read the original. */
export const copyTables = (tables: Tables): Tables => ({
  workspaces: new Map(tables.workspaces),
  tokens: new Map(tables.tokens),
  contacts: new Map(tables.contacts),
  searchables: new Map(tables.searchables),
  fields: new Map(tables.fields),
  lists: new Map(tables.lists),
  members: new Map(tables.members),
  notes: new Map(tables.notes),
  broadcasts: new Map(tables.broadcasts),
  looks: new Map(tables.looks),
  ledger: new Map(tables.ledger),
  idempotencyKeys: new Map(tables.idempotencyKeys),
  parked: new Map(tables.parked),
  buckets: new Map(tables.buckets)
})
