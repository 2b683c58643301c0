import { ActorUuid, ContactListUuid, ContactUuid, type WorkspaceUuid } from "@rollcall/core"
import type { ContactListStore, MemberOutcome } from "@rollcall/core/storage"
import { Array as Arr, DateTime, Effect, Schema } from "effect"
import type { Statement } from "effect/sql"
import { contactColumns, ContactRow } from "../contacts/ContactRow.ts"
import { memberChanges } from "../counts/ContactCounts.ts"
import { writeCounted } from "../counts/CountedWrites.ts"
import { memberCount } from "../counts/Counts.ts"
import { columnTable } from "../database/ColumnTable.ts"
import type { Db } from "../database/Database.ts"
import type { Listing } from "../shared/Listing.ts"
import { sortMatches } from "../shared/PageStrategies.ts"
import { isBefore, newest } from "../shared/Places.ts"
import { placePageOf } from "../shared/Pages.ts"
import { hasRow, namedColumns, readAs, rowsOf } from "../database/Rows.ts"
import { numberPlaces, sortOrder } from "../search/SortOrder.ts"

type Store = ContactListStore["Service"]

const contactPage = placePageOf(ContactRow)
const listUuids = readAs(
  rowsOf(Schema.Struct({ list_uuid: ContactListUuid })),
  Arr.map(({ list_uuid }) => list_uuid)
)
const memberUuids = rowsOf(Schema.Struct({ contact_uuid: ContactUuid }))

/** Lists the members. The memberships are a subquery, so that the columns of `contacts` need no prefix. */
export const members = (db: Db): Store["members"] => {
  const { sql, table } = db
  return (workspace, uuid, { includeArchived, sort }, page) => {
    const listing: Listing = {
      columns: contactColumns(db, workspace),
      from: "contacts",
      join: sql`JOIN (
        SELECT contact_uuid, added_at FROM ${table("contact_list_members")}
        WHERE workspace_uuid = ${workspace} AND list_uuid = ${uuid}
      ) AS membership ON membership.contact_uuid = contacts.uuid`,
      where: sql`workspace_uuid = ${workspace} AND ${includeArchived ? sql.literal("TRUE") : sql`archived = 0`}`,
      order:
        sort === "added_last_first"
          ? { keys: [sql`added_at`], nullable: false, places: numberPlaces(db, sql`added_at`, sql`contact_uuid`) }
          : sortOrder(db, workspace, sort),
      direction: sort === "added_last_first" ? "desc" : sort.direction,
      page
    }
    const total = includeArchived ? undefined : memberCount(db, sql`${workspace}`, sql`${uuid}`)
    return contactPage(db, listing, sortMatches({ total }), { reads: "planned" })
  }
}

const memberships = rowsOf(
  Schema.Struct({
    list_uuid: ContactListUuid,
    name: Schema.String,
    added_at: Schema.DateTimeUtcFromMillis,
    added_by: ActorUuid
  })
)

/** Returns the newest memberships of a contact. An index finds all of them, one per list. */
export const membershipsBefore =
  (db: Db): Store["membershipsBefore"] =>
  (workspace, contact, place, limit) => {
    const { sql, table } = db
    const statement = sql`
      SELECT member.list_uuid AS list_uuid, name, added_at, added_by
      FROM ${table("contact_list_members")} AS member
      JOIN ${table("contact_lists")} AS list
        ON list.workspace_uuid = ${workspace} AND list.uuid = member.list_uuid
      WHERE member.workspace_uuid = ${workspace} AND contact_uuid = ${contact}
        AND ${isBefore(db, ["added_at", "member.list_uuid"], place)}
      ${newest(db, ["added_at", "member.list_uuid"], limit)}`
    return Effect.map(memberships(db)(statement), (rows) =>
      rows.map(({ added_at, added_by, list_uuid, name }) => ({
        list: { uuid: list_uuid, name },
        addedAt: added_at,
        addedBy: added_by
      }))
    )
  }

/** Returns which of the given lists contain a contact. */
export const among = (db: Db): Store["among"] => {
  const { sql, table } = db
  return (workspace, contact, lists) =>
    lists.length === 0
      ? Effect.succeed([])
      : listUuids(db)(sql`
        SELECT list_uuid FROM ${table("contact_list_members")}
        WHERE workspace_uuid = ${workspace} AND contact_uuid = ${contact} AND ${sql.in("list_uuid", lists)}`)
}

const memberColumns = { workspace_uuid: "workspace_uuid", list_uuid: "list_uuid" }

/**
 * Adds members to a locked list. Returns an outcome for each contact; empty if the list does not exist. Locks the contacts
 * in the order of their uuids, because the count depends on whether they are archived.
 */
export const addMembers =
  (db: Db): Store["addMembers"] =>
  (workspace, list, contacts, by, now) =>
    db.transaction(
      Effect.gen(function* () {
        if (!(yield* lockList(db, workspace, list))) return new Map()
        const { dialect, sql, table } = db
        const given = columnTable(dialect, "uuid", "uuid", contacts)
        yield* keepContacts(db, workspace, given)
        const added = yield* memberUuids(db)(
          writeCounted(db, {
            given: sql`chosen AS MATERIALIZED (
            SELECT contacts.workspace_uuid AS of_workspace, contact_lists.uuid AS of_list, contacts.uuid AS of_contact,
              archived AS is_archived
            FROM ${given}
            JOIN ${table("contacts")} ON contacts.workspace_uuid = ${workspace} AND contacts.uuid = given.uuid
            JOIN ${table("contact_lists")} ON contact_lists.workspace_uuid = ${workspace} AND contact_lists.uuid = ${list}
            )`,
            write: sql`
            INSERT INTO ${table("contact_list_members")} (workspace_uuid, list_uuid, contact_uuid, added_at, added_by)
            SELECT of_workspace, of_list, of_contact, ${DateTime.toEpochMillis(now)}, ${by} FROM chosen WHERE TRUE
            ON CONFLICT DO NOTHING`,
            returns: { contact_uuid: "contact_uuid" },
            counting: {
              returns: memberColumns,
              changes: [
                {
                  ...memberChanges(db, "written JOIN chosen ON of_contact = contact_uuid", 1),
                  of: ofList(db, workspace, list)
                }
              ]
            }
          })
        )
        if (added.length > 0) yield* touchList(db, workspace, list, by, now)
        const present = yield* memberUuids(db)(sql`
          SELECT contact_uuid FROM ${table("contact_list_members")}
          WHERE workspace_uuid = ${workspace} AND list_uuid = ${list}
            AND contact_uuid IN (SELECT uuid FROM ${given})`)
        return outcomesOf(contacts, added, present)
      })
    )

/** Returns the condition for the count rows of a list. */
const ofList = ({ sql }: Db, workspace: WorkspaceUuid, list: ContactListUuid) =>
  sql`workspace_uuid = ${workspace} AND list_uuid = ${list}`

/**
 * Locks contacts against changes until the transaction ends, in the order of their uuids. Runs as a separate statement
 * before the write, because not every engine locks rows in a subquery of a write.
 */
const keepContacts = (db: Db, workspace: WorkspaceUuid, given: Statement.Fragment) => {
  const { dialect, sql, table } = db
  return dialect.engine.writesInSubqueries
    ? db.run(sql`
      SELECT uuid FROM ${table("contacts")} WHERE workspace_uuid = ${workspace} AND uuid IN (SELECT uuid FROM ${given})
      ORDER BY uuid ${dialect.lockRows("share")}`)
    : Effect.void
}

type MemberRows = ReadonlyArray<{ readonly contact_uuid: string }>

const outcomesOf = (contacts: ReadonlyArray<ContactUuid>, added: MemberRows, present: MemberRows) => {
  const addedUuids = new Set(added.map(({ contact_uuid }) => contact_uuid))
  const presentUuids = new Set(present.map(({ contact_uuid }) => contact_uuid))
  const outcomeOf = (uuid: ContactUuid): MemberOutcome => {
    if (addedUuids.has(uuid)) return "added"
    return presentUuids.has(uuid) ? "present" : "unknown"
  }
  return new Map(contacts.map((uuid) => [uuid, outcomeOf(uuid)]))
}

const removedMembers = rowsOf(
  Schema.Struct({ contact: ContactUuid, addedAt: Schema.DateTimeUtcFromMillis, addedBy: ActorUuid }).pipe(
    namedColumns({ contact: "contact_uuid", addedAt: "added_at", addedBy: "added_by" })
  )
)

/** Removes members from a locked list. First locks the contacts against changes, as `addMembers` does. */
export const removeMembers =
  (db: Db): Store["removeMembers"] =>
  (workspace, list, contacts, by, now) =>
    db.transaction(
      Effect.gen(function* () {
        if (!(yield* lockList(db, workspace, list))) return []
        const { dialect, sql, table } = db
        const given = columnTable(dialect, "uuid", "uuid", contacts)
        yield* keepContacts(db, workspace, given)
        const removal = writeCounted(
          db,
          {
            given: sql`chosen AS MATERIALIZED (
              SELECT uuid AS of_contact, archived AS is_archived FROM ${table("contacts")}
              WHERE workspace_uuid = ${workspace} AND uuid IN (SELECT uuid FROM ${given})
            )`,
            write: sql`
              DELETE FROM ${table("contact_list_members")}
              WHERE workspace_uuid = ${workspace} AND list_uuid = ${list}
                AND contact_uuid IN (SELECT of_contact FROM chosen)`,
            returns: { contact_uuid: "contact_uuid", added_at: "added_at", added_by: "added_by" },
            counting: {
              returns: memberColumns,
              changes: [
                {
                  ...memberChanges(db, "written JOIN chosen ON of_contact = contact_uuid", -1),
                  of: ofList(db, workspace, list)
                }
              ]
            }
          },
          { isPrepared: false }
        )
        const removed = yield* removedMembers(db)(removal)
        if (removed.length > 0) yield* touchList(db, workspace, list, by, now)
        return removed
      })
    )

/**
 * Locks a list until the transaction ends. Every change of its members locks it too. Returns false if the list does not
 * exist.
 */
export const lockList = (db: Db, workspace: WorkspaceUuid, uuid: ContactListUuid) =>
  hasRow(db)(db.sql`
    SELECT uuid FROM ${db.table("contact_lists")}
    WHERE workspace_uuid = ${workspace} AND uuid = ${uuid} ${db.dialect.lockRows("update")}`)

const touchList = (db: Db, workspace: WorkspaceUuid, uuid: ContactListUuid, by: ActorUuid, now: DateTime.Utc) =>
  db.run(db.sql`
    UPDATE ${db.table("contact_lists")} SET updated_by = ${by}, updated_at = ${DateTime.toEpochMillis(now)}
    WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`)
