import type { ContactStore, ContactWrite } from "@rollcall/core"
import { Effect } from "effect"
import { writeValues } from "../custom-fields/WriteValues.ts"
import type { Db } from "../kernel/Database.ts"
import { contactRecord, contactRecordColumns } from "./ContactRow.ts"

/** Writes any number of contacts in one transaction, with a statement for the new ones and one for the others. */
export const writeContacts = (db: Db): ContactStore["Service"]["writeAll"] =>
  Effect.fn("ContactStore.writeAll")((writes) =>
    db.transaction(
      Effect.gen(function* () {
        yield* insertContacts(db, writes.created)
        yield* replaceContacts(db, writes.changed)
        yield* writeValues(db, writes)
      })
    )
  )

const columns = Object.keys(contactRecordColumns)
const changing = columns.filter((column) => column !== "uuid" && column !== "workspace_uuid")

const insertContacts = (db: Db, writes: ReadonlyArray<ContactWrite>) => {
  const { attempt, sql } = db
  if (writes.length === 0) return Effect.void
  const names = sql.csv(columns)
  return attempt(sql`INSERT INTO contacts (${names}) SELECT ${names} FROM ${given(db, writes)}`)
}

/**
 * Planned each time: a plan that was made for a table of few contacts looks at all of them, and is kept long after there
 * are many.
 */
const replaceContacts = (db: Db, writes: ReadonlyArray<ContactWrite>) => {
  const { attempt, dialect, sql } = db
  if (writes.length === 0) return Effect.void
  const changes = changing.map((column) => sql`${sql(column)} = given.${sql(column)}`)
  const statement = sql`
    UPDATE contacts SET ${sql.csv(changes)} FROM ${given(db, writes)}
    WHERE contacts.workspace_uuid = given.workspace_uuid AND contacts.uuid = given.uuid`
  return attempt(dialect.runPlanned(statement))
}

const given = ({ dialect }: Db, writes: ReadonlyArray<ContactWrite>) =>
  dialect.unpack(
    "given",
    contactRecordColumns,
    writes.map(({ contact }) => contactRecord(contact))
  )
