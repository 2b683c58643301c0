import type { WorkspaceUuid } from "@rollcall/core"
import type { OptOutScope } from "@rollcall/core/people"
import type { Db } from "../database/Database.ts"
import type { Form } from "../database/Dialect.ts"
import type { SqlCondition } from "../shared/SqlCondition.ts"

interface Language extends Pick<Db, "dialect" | "sql" | "table"> {
  readonly workspace: WorkspaceUuid
}

/**
 * Returns a SELECT of the uuids of opted-out contacts with their scopes. Includes contacts with an opted-out address. CROSS
 * JOIN makes SQLite look up the contacts of each opt-out.
 */
const optedOutContacts = ({ dialect, sql, table, workspace }: Language) => {
  const people = sql`
    SELECT contact_uuid, scope FROM ${table("opt_outs")}
    WHERE workspace_uuid = ${workspace} AND contact_uuid IS NOT NULL`
  const addressed = (column: string) => sql`
    SELECT contacts.uuid AS contact_uuid, stopped.scope AS scope FROM ${table("opt_outs")} AS stopped
    CROSS JOIN ${table("contacts")} AS contacts
    WHERE stopped.workspace_uuid = ${workspace} AND stopped.address IS NOT NULL
      AND contacts.workspace_uuid = ${workspace} AND ${dialect.matches(column, sql`stopped.address`, "contacts")}`
  return sql`${people} UNION ${addressed("chatapp_id_key")} UNION ${addressed("phone_number_key")}`
}

/** Returns the condition that a contact is opted out of a scope. In the form `find` it is a subquery of uuids. */
export const isOptedOut = (language: Language, scope: OptOutScope, form: Form): SqlCondition => {
  const { sql, table, workspace } = language
  const has = (what: Parameters<typeof sql.or>[0][number]) => sql`EXISTS (
    SELECT 1 FROM ${table("opt_outs")} AS stopped
    WHERE stopped.workspace_uuid = ${workspace} AND stopped.scope = ${scope} AND ${what})`
  const perRow = () => sql`(${has(sql`stopped.contact_uuid = contacts.uuid`)}
    OR ${has(sql`stopped.address = contacts.chatapp_id_key`)} OR ${has(sql`stopped.address = contacts.phone_number_key`)})`
  return {
    get isTrue() {
      return form === "test"
        ? perRow()
        : sql`(contacts.uuid IN (
            SELECT contact_uuid FROM (${optedOutContacts(language)}) AS opted_out WHERE scope = ${scope}
          ))`
    },
    get isFalse() {
      return sql`(NOT ${perRow()})`
    }
  }
}
