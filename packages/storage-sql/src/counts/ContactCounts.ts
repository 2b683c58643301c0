import type { WorkspaceUuid } from "@rollcall/core"
import type { Statement } from "effect/sql"
import type { Db } from "../database/Database.ts"
import type { CountChange } from "./CountedWrites.ts"

/** The subqueries that count the contacts that a statement inserts, and their values. The table `written` has these contacts. */
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

/** The count rows of some workspaces. */
export const inWorkspaces = ({ sql }: Db, workspaces: ReadonlyArray<WorkspaceUuid>): Statement.Fragment =>
  sql.in("workspace_uuid", Array.from(new Set(workspaces)))

/** What a statement that writes contacts also writes, where the database can write in subqueries. */
export interface Followed {
  /** What the statement reads first, after `WITH`. */
  readonly before: ReadonlyArray<Statement.Fragment>
  /** What it writes from the table `written`. */
  readonly subqueries: ReadonlyArray<Statement.Fragment>
  readonly changes: ReadonlyArray<CountChange>
}

/** How entries change the counts of values. A contact with a value in a field has one entry with the ordinal 0. */
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

/** How a change of members changes the counts of lists. The rows say whether the contact is archived. */
export const memberChanges = ({ sql }: Db, members: string, sign: 1 | -1): CountChange => ({
  table: "member_counts",
  changes: sql.literal(`SELECT workspace_uuid, list_uuid, ${sign} * (1 - is_archived) AS contacts FROM ${members}`)
})

/** The columns of changed contacts that are followed. */
const followed = ["archived", "phone_number_key", "chatapp_id_key"] as const

/**
 * How a statement changes contacts so that {@link countingChanged} can follow it. Where triggers count, nothing is read.
 * Otherwise the subquery `given` reads the earlier contacts, `which` selects them, and the statement updates FROM it. So
 * every engine reads before it writes, even if a statement sees more than one snapshot.
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
 * The subqueries that follow a statement's changes of contacts, which the table `written` has. Lists count the contacts
 * that are not archived, and former addresses of contacts are kept. An earlier statement locked the contacts, so no other
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
