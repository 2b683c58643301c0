import type { Contact, ContactUuid, StorageError, WorkspaceUuid } from "@rollcall/core"
import type { ContactStore } from "@rollcall/core/storage"
import { Effect, Exit, Option, Request, RequestResolver } from "effect"
import type { Statement } from "effect/sql"
import type { Db } from "../shared/Database.ts"
import { firstOf, rowsOf } from "../shared/Rows.ts"
import { contactColumns, ContactRow } from "./ContactRow.ts"

const contact = firstOf(ContactRow)
const contacts = rowsOf(ContactRow)

/** The limit of contacts that one statement returns to several readers. */
const maxContacts = 100

/** A SELECT of one contact. */
export const selectContact = (
  db: Db,
  workspace: WorkspaceUuid,
  uuid: ContactUuid
): Statement.Statement<unknown> => db.sql`
  SELECT ${contactColumns(db, workspace)} FROM ${db.table("contacts")}
  WHERE workspace_uuid = ${workspace} AND uuid = ${uuid}`

/** A SELECT of several contacts. It is planned on each execution: a plan of a small table would scan it when it is large. */
export const selectContacts = (db: Db, workspace: WorkspaceUuid, uuids: ReadonlyArray<ContactUuid>) => {
  const { dialect, sql, table } = db
  const given = dialect.valuesTable(
    "given",
    { home: "uuid", wanted: "uuid" },
    uuids.map((wanted) => ({ home: workspace, wanted }))
  )
  return sql`
    SELECT ${contactColumns(db, workspace)} FROM ${table("contacts")}
    WHERE (workspace_uuid, uuid) IN (SELECT home, wanted FROM ${given})`
}

/** Asks for one contact of a workspace. */
class FindContact extends Request.Class<
  { readonly workspace: WorkspaceUuid; readonly uuid: ContactUuid },
  Option.Option<Contact>,
  StorageError
> {}

/**
 * Returns a contact. Where a round trip is what a read costs, the readers of a workspace that ask in one turn of the event
 * loop share a statement, which begins after all of them have asked. A reader inside a transaction has its own.
 */
export const findContact = (db: Db): ContactStore["Service"]["find"] => {
  const findOne: ContactStore["Service"]["find"] = (workspace, uuid) => contact(db, selectContact(db, workspace, uuid))
  if (!db.dialect.sharesReads) return findOne

  const findAll = Effect.fnUntraced(function* (workspace: WorkspaceUuid, uuids: ReadonlyArray<ContactUuid>) {
    const found = yield* contacts(db, db.dialect.runUnprepared(selectContacts(db, workspace, uuids)))
    return new Map(found.map((contact) => [contact.uuid, contact]))
  })

  const resolver = RequestResolver.makeWith<FindContact>({
    batchKey: ({ request }) => request.workspace,
    delay: Effect.yieldNow,
    collectWhile: (entries) => entries.size < maxContacts,
    runAll: ([first, ...others]) => {
      const { uuid, workspace } = first.request
      if (others.length === 0) {
        return Effect.map(findOne(workspace, uuid), (found) => first.completeUnsafe(Exit.succeed(found)))
      }
      const all = [first, ...others]
      return Effect.map(
        findAll(
          workspace,
          all.map(({ request }) => request.uuid)
        ),
        (found) => {
          for (const { completeUnsafe, request } of all) {
            completeUnsafe(Exit.succeed(Option.fromUndefinedOr(found.get(request.uuid))))
          }
        }
      )
    }
  })
  const findTogether = (workspace: WorkspaceUuid, uuid: ContactUuid) =>
    Effect.request(new FindContact({ workspace, uuid }), resolver)

  return (workspace, uuid) =>
    Effect.flatMap(Effect.serviceOption(db.sql.transactionService), (around) =>
      Option.isSome(around) ? findOne(workspace, uuid) : findTogether(workspace, uuid)
    )
}
