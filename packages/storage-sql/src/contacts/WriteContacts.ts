import type { Contact, ContactStore, ContactWrite } from "@rollcall/core"
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
  const names = sql.csv(columns)
  return writes.length === 0
    ? Effect.void
    : attempt(sql`INSERT INTO contacts (${names}) SELECT ${names} FROM ${given(db, writes)}`)
}

const replaceContacts = (db: Db, writes: ReadonlyArray<ContactWrite>) => {
  const { attempt, sql } = db
  return writes.length === 0
    ? Effect.void
    : attempt(sql`
        UPDATE contacts SET ${sql.csv(changing.map((column) => sql`${sql(column)} = given.${sql(column)}`))}
        FROM ${given(db, writes)}
        WHERE contacts.workspace_uuid = given.workspace_uuid AND contacts.uuid = given.uuid`)
}

const given = ({ dialect }: Db, writes: ReadonlyArray<{ readonly contact: Contact }>) =>
  dialect.unpack(
    "given",
    contactRecordColumns,
    writes.map(({ contact }) => contactRecord(contact))
  )
