/** By table, the columns that hold nothing of a person, whatever is written. `uuid` columns of each table are too. */
const columns: Readonly<Record<string, ReadonlyArray<string>>> = {
  // What a workspace calls a token is its own text, as the name of a list is.
  access_tokens: ["hash", "name", "prefix", "scopes"],
  // Users of the host, by its own ids.
  actors: ["name"],
  broadcast_recipients: ["reason", "status"],
  recipient_reasons: ["reason"],
  broadcasts: [
    "category",
    "channel_type",
    "held_opt_outs",
    "locale",
    "name",
    "retry_of",
    "sender",
    "status",
    "status_reason",
    "template_name",
    "traceparent"
  ],
  contact_import_rows: ["issues", "outcome", "undo"],
  // Who is being erased: empty once that is done, which is looked at afterwards.
  contact_erasures: ["person"],
  contact_history: ["kind"],
  contact_imports: ["archived_contacts", "file_name", "match_on", "merge_type", "status", "traceparent", "undo_status"],
  contact_lists: ["created_by", "emoji", "name", "name_folded", "name_order", "status", "updated_by"],
  contact_merges: ["merged_by"],
  merged_identifiers: ["field"],
  contact_notes: ["status"],
  contact_values: [],
  // The key of digests, which is of nobody.
  digest_keys: ["key", "name"],
  custom_fields: ["field_key", "field_type", "icon", "name", "select_options", "status"],
  // A job names an import or a broadcast.
  effect_queue: ["acquired_by", "element", "id", "last_failure", "queue_name", "state"],
  effect_queue_migrations: ["name"],
  events: ["notice", "reason", "type"],
  // Numbers of events.
  event_batches: ["others"],
  event_positions: ["sequences"],
  idempotency_keys: ["fingerprint", "key", "response"],
  message_templates: ["definition", "locale", "name"],
  opt_outs: ["digest", "scope", "source"],
  // A receipt for an unknown message has the digest of its id, and no sentence.
  parked_receipts: ["channel_type", "message_id", "reason", "status", "workspace"],
  received_messages: ["asks_to_stop", "kind", "sender"],
  rollcall_migrations: ["name"],
  send_buckets: ["sender"],
  // What a workspace looks for is its own text, as the name of a list is (G5).
  segments: ["field_types", "name", "name_folded", "name_order", "search", "status", "updated_by"],
  // Of a search whose contacts are being changed: empty once that is done.
  contact_jobs: ["action", "created_by", "place", "reason", "scope", "selection", "status"],
  sqlite_sequence: ["name", "seq"],
  sqlite_stat1: ["idx", "stat", "tbl"],
  trigram_merges: ["name"],
  webhooks: ["failure", "secret", "previous_secret", "status", "status_reason", "types", "url", "waiting"],
  workspaces: ["name"],
  workspace_settings: ["settings"]
}

/** What SQLite makes of an index of trigrams: parts of terms, which are looked for as terms. */
const internals = ["data.block", "idx.segid", "idx.term", "idx.pgno", "config.k", "config.v"]
const trigrams = ["contacts", "contact_values"].flatMap((table) =>
  internals.map((internal) => `${table}_trigrams_${internal}`)
)

const memory = [
  ...["buckets", "eventRanges", "fields", "idempotencyKeys", "leases", "lists", "members", "notices"],
  ...[
    "actors",
    "contactJobs",
    "broadcasts",
    "definitionVersions",
    "erasures",
    "events",
    "recipients",
    "segments",
    "templates",
    "tokens",
    "traces",
    "unmatchedReceipts",
    "webhooks"
  ],
  "workspaces",
  "workspaceSettings"
]

const listed: ReadonlySet<string> = new Set([
  ...Object.entries(columns).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
  ...trigrams,
  ...memory
])

/** Columns whose values are made by Rollcall, in whatever table. */
const made = /\.(?:(?:\w+_)?uuid|\w+_at|(?:created|added)_by)$/

/** Whether a column, or in memory a table, holds nothing of a person. One that is new is listed, or written to (Person.ts). */
export const isImpersonal = (place: string): boolean => listed.has(place) || made.test(place)

/** What could hold something of a person, but cannot be tied to one, and is removed by its age. */
export const untied: ReadonlySet<string> = new Set([
  // An opt-out outlives the contact, whose request it is (C8): in memory by the address, elsewhere by its digest.
  "optOuts",
  // What a channel reported, until it is applied: within a second.
  ...["inbox.batch", "inbox.channel_type", "inbox"]
])
