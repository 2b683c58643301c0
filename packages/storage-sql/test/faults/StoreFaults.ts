import { type Faults, reads, refused, takes } from "./Fault.ts"

/** An instant in milliseconds to the second; every other number here is smaller. */
const toTheSecond = (value: unknown): unknown =>
  typeof value === "number" && Math.abs(value) > 1e10 ? Math.floor(value / 1_000) * 1_000 : value

const contactFaults: Faults = {
  "instants of contacts kept to the second": takes("contacts", /INSERT INTO contacts/, toTheSecond),
  "a contact that is left out where its uuid is taken": reads(
    "contacts",
    "(INSERT INTO contacts [^]*)",
    "$1 ON CONFLICT DO NOTHING"
  ),
  "a contact that is replaced from another workspace": reads(
    "contacts",
    "(UPDATE contacts SET [^]* WHERE )(workspace_uuid = {})",
    "$1($2 OR TRUE)"
  ),
  "identifiers matched by their folded form": reads(
    "identifiers",
    'AND "external_contact_id" = given\\.value',
    "AND TRUE"
  ),
  "identifiers of another workspace": reads(
    "identifiers",
    "FROM contacts WHERE (workspace_uuid = {})",
    "FROM contacts WHERE ($1 OR TRUE)"
  ),
  "one holder of an identifier where there are two": reads(
    "identifiers",
    "ORDER BY uuid LIMIT 2",
    "ORDER BY uuid LIMIT 1"
  ),
  "an e-mail address that is not lower-cased": reads("identifiers", 'AND \\((left\\()?"email_key"', 'AND ($1"email"'),
  "a contact that its notes keep": refused(reads("erase", "ON DELETE CASCADE", "")),
  "recipients of another workspace that are erased": reads(
    "erase",
    "(FROM broadcast_recipients WHERE) (workspace_uuid = {})",
    "$1 ($2 OR TRUE)"
  )
}

const listFaults: Faults = {
  "a count of archived members too": reads("lists", "AND member.archived = 1", "AND FALSE"),
  "archived members that are never left out": reads("lists", "AND archived = 0", "AND TRUE"),
  "another workspace's lists": reads(
    "lists",
    "FROM contact_lists WHERE (workspace_uuid = {})",
    "FROM contact_lists WHERE ($1 OR TRUE)"
  ),
  "a name that is searched by a pattern": reads(
    "lists",
    "replace\\(name_folded, ({}), ''\\) <> name_folded",
    "name_folded LIKE '%' || $1 || '%'"
  ),
  "a change of members that nobody made": reads(
    "lists",
    "(UPDATE contact_lists SET updated_by [^]* WHERE)",
    "$1 FALSE AND"
  ),
  "lists of a contact whatever their status": reads("lists", "AND (status = {})", "AND ($1 OR TRUE)")
}

const noteFaults: Faults = {
  "an archived note that is still there": reads("notes", "(AND uuid = {}) AND status = 'active'", "$1"),
  "notes of another contact": reads("notes", "AND (contact_uuid = {}) AND uuid", "AND ($1 OR TRUE) AND uuid"),
  "notes listed oldest first": reads("notes", "created_at desc, uuid desc LIMIT", "created_at asc, uuid asc LIMIT"),
  "an update that goes back in time": reads("notes", "CASE WHEN updated_at > ", "CASE WHEN updated_at < ")
}

const accessFaults: Faults = {
  "a token that is revoked from another workspace": reads(
    "access tokens",
    "(UPDATE access_tokens SET [^]* WHERE) (workspace_uuid = {})",
    "$1 ($2 OR TRUE)"
  ),
  "the latest of several revocations": reads("access tokens", "revoked_at <= ", "revoked_at >= ")
}

const broadcastFaults: Faults = {
  "a broadcast of another workspace": reads(
    "workspaces",
    "FROM broadcasts WHERE (workspace_uuid = {})",
    "FROM broadcasts WHERE ($1 OR TRUE)"
  ),
  "recipients that were updated at the instant itself": reads("broadcasts", "updated_at > ", "updated_at >= "),
  "recipients in another order than that of acceptance": reads(
    "broadcasts",
    "ORDER BY position asc",
    "ORDER BY position desc"
  ),
  "a claim of who is to wait": reads("ledger", "not_before IS NULL OR", "TRUE OR"),
  "a claim after the end": reads("broadcasts", "AND \\(valid_until IS NULL OR", "AND (TRUE OR"),
  "read ones that do not count as delivered": reads("ledger", "IN \\('delivered', 'read'\\)", "IN ('delivered')"),
  "a hand-over that counts whichever claim it is of": reads("ledger", "attempt = claim AND", ""),
  "a hand-over that counts whatever became of it meanwhile": reads(
    "ledger",
    "AND status = 'sending' AND message_id IS NULL AND sent_at IS NULL",
    ""
  ),
  "a receipt that stays parked when its message becomes known": reads(
    "ledger",
    "AND NOT EXISTS \\(SELECT 1 FROM parked_receipts [^)]*\\)",
    ""
  ),
  "a hand-over of another broadcast": reads("broadcasts", "AND (of_broadcast = {})", "AND ($1 OR TRUE)"),
  "a hand-over of another workspace": reads("workspaces", "AND (of_workspace = {})", "AND ($1 OR TRUE)"),
  "a bucket that fills without end": reads(
    "broadcasts",
    "(?:least|min)\\((CAST\\({} AS double precision\\)), bucket",
    "(0 * $1 + bucket"
  ),
  "a bucket that a clock that goes back empties": reads(
    "broadcasts",
    "(?:greatest|max)\\(0, (excluded\\.filled_at)",
    "($1"
  ),
  "time that fills a bucket twice": reads("broadcasts", "(?:greatest|max)\\(bucket\\.filled_at, ", "("),
  "an idempotency key that is like another": reads("idempotency keys", "AND (key = {})", "AND ($1 OR TRUE)"),
  "an idempotency key of every workspace": reads(
    "workspaces",
    "FROM idempotency_keys WHERE (workspace_uuid = {})",
    "FROM idempotency_keys WHERE ($1 OR TRUE)"
  )
}

const addressFaults: Faults = {
  "a reference whose folded form stays as it was": reads(
    "addressed contacts",
    "client_reference_folded = given\\.folded",
    "client_reference_folded = contacts.client_reference_folded"
  ),
  "contacts that are addressed by phone_number alone": reads(
    "addressed contacts",
    '"chatapp_id_digits"(, 500\\))? = ',
    '"phone_number_digits"$1 = '
  ),
  "a contact that is updated when it is addressed": reads(
    "addressed contacts",
    "(UPDATE contacts SET) (client_reference = )",
    "$1 updated_at = contacts.updated_at + 1, $2"
  ),
  "an engagement that is not written": reads(
    "ledger",
    "last_engaged_at = given\\.last_engaged_at",
    "last_engaged_at = contacts.last_engaged_at"
  )
}

const templateFaults: Faults = {
  "a template of another workspace": reads(
    "templates",
    "FROM message_templates WHERE (workspace_uuid = {})",
    "FROM message_templates WHERE ($1 OR TRUE)"
  ),
  "a template in whatever language": reads("templates", "AND (locale = {})", "AND ($1 OR TRUE)"),
  "a template that stays when another takes its place": reads(
    "templates",
    "DO UPDATE SET definition = excluded.definition",
    "DO NOTHING"
  ),
  "templates listed by locale": reads("templates", "ORDER BY name, locale", "ORDER BY locale, name")
}

/** Faults of what is written and read by its name, in statements that the databases have in common. */
export const storeFaults: Faults = {
  ...contactFaults,
  ...listFaults,
  ...noteFaults,
  ...accessFaults,
  ...broadcastFaults,
  ...addressFaults,
  ...templateFaults
}
