import type { WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { CountChange } from "./CountedWrites.ts"

/**
 * Returns the subqueries that count the contacts and values inserted by a statement. The table `written` contains the
 * contacts.
 */
export const countingNew = (
  db: Db,
  values: Statement.Fragment | null,
  workspaces: ReadonlyArray<WorkspaceUuid>
): Followed => {
  const { sql } = db
  const of = inWorkspaces(db, workspaces)
  const contacts = {
    table: "contact_counts",
    changes: sql.literal("SELECT workspace_uuid, 1 AS contacts FROM written"),
    of
  } as const
  if (values === null) return { before: [], subqueries: [], changes: [contacts] }
  return {
    before: [],
    subqueries: [sql`new_values AS (${values} RETURNING workspace_uuid, field_uuid, ordinal)`],
    changes: [contacts, valueChanges(db, "new_values", 1, workspaces)]
  }
}

/** Returns the condition for the count rows of some workspaces. */
export const inWorkspaces = ({ sql }: Db, workspaces: ReadonlyArray<WorkspaceUuid>): Statement.Fragment =>
  sql.in("workspace_uuid", Array.from(new Set(workspaces)))

/** The additional reads and writes of a statement that writes contacts, for databases that can write in subqueries. */
export interface Followed {
  /** Subqueries read first, after `WITH`. */
  readonly before: ReadonlyArray<Statement.Fragment>
  /** Subqueries that write, based on the table `written`. */
  readonly subqueries: ReadonlyArray<Statement.Fragment>
  readonly changes: ReadonlyArray<CountChange>
}

/** Returns how entries change the counts of values. The entry with ordinal 0 stands for its contact. */
export const valueChanges = (
  db: Db,
  entries: string,
  sign: 1 | -1,
  workspaces: ReadonlyArray<WorkspaceUuid>
): CountChange => ({
  table: "value_counts",
  changes: db.sql.literal(`SELECT workspace_uuid, field_uuid, ${sign} AS contacts FROM ${entries} WHERE ordinal = 0`),
  of: inWorkspaces(db, workspaces)
})

/** Returns how a change of members changes the counts of lists. Its rows contain whether the contact is archived. */
export const memberChanges = ({ sql }: Db, members: string, sign: 1 | -1): CountChange => ({
  table: "member_counts",
  changes: sql.literal(`SELECT workspace_uuid, list_uuid, ${sign} * (1 - is_archived) AS contacts FROM ${members}`)
})

/** The columns of changed contacts that affect other tables. */
const followed = ["archived", "phone_number_key", "chatapp_id_key"] as const

/**
 * Returns the parts of an UPDATE of contacts that {@link countingChanged} needs. If triggers do the counting, nothing is
 * read. Otherwise a subquery in `given` reads the contacts selected by `which`, and the statement updates FROM it. So every
 * engine reads before it writes, even if a statement sees more than one snapshot.
 */
export const followingChanges = (
  { dialect, sql, table }: Db,
  which: Statement.Fragment
): {
  readonly given: ReadonlyArray<Statement.Fragment>
  readonly isSame: Statement.Fragment
  readonly returns: Statement.Fragment
} => {
  if (!dialect.engine.writesInSubqueries) return { given: [], isSame: sql.literal("TRUE"), returns: sql.literal("") }
  const had = followed.map((column) => `${column} AS had_${column}`).join(", ")
  const both = followed.map((column) => `contacts.${column} AS ${column}, had_${column}`).join(", ")
  return {
    given: [
      sql`was AS MATERIALIZED (
        SELECT workspace_uuid AS was_workspace, uuid AS was_uuid, ${sql.literal(had)}
        FROM ${table("contacts")} WHERE ${which}
      )`
    ],
    isSame: sql`contacts.workspace_uuid = was_workspace AND contacts.uuid = was_uuid`,
    returns: sql.literal(`, ${both}`)
  }
}

/**
 * Returns the subqueries that follow up a statement's changes of contacts, listed in the table `written`. They update the
 * counts of unarchived list members and keep former addresses. An earlier statement locked the contacts, so no other
 * transaction changes them meanwhile.
 */
export const countingChanged = (
  db: Db,
  before: Followed["before"],
  workspaces: ReadonlyArray<WorkspaceUuid>
): Followed => {
  const { sql, table } = db
  const members = {
    table: "member_counts",
    of: inWorkspaces(db, workspaces),
    changes: sql`
      SELECT member.workspace_uuid, list_uuid, had_archived - archived AS contacts
      FROM written JOIN ${table("contact_list_members")} AS member
        ON member.workspace_uuid = written.workspace_uuid AND member.contact_uuid = written.uuid
      WHERE had_archived <> archived`
  } as const
  const subqueries = [
    sql`kept_addresses AS (
      INSERT INTO ${table("former_addresses")} (workspace_uuid, contact_uuid, address)
      SELECT workspace_uuid, uuid, had
      FROM written CROSS JOIN LATERAL (SELECT had_phone_number_key AS had UNION SELECT had_chatapp_id_key) AS addresses
      WHERE had IS NOT NULL AND had IS DISTINCT FROM phone_number_key AND had IS DISTINCT FROM chatapp_id_key
      ON CONFLICT DO NOTHING
    )`
  ]
  return { before, subqueries, changes: [members] }
}
