import { CamelCasePlugin, Kysely, PostgresDialect } from "kysely"
import type { Pool } from "pg"
import { createRollcall } from "rollcall"
import { fromKysely, fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { type Patient, reminderOf } from "./Reminder.ts"

/** The clinic's tables. */
interface Tables {
  readonly appointments: { readonly startsAt: Date; readonly contact: string }
}

/** Opens a clinic's bookings, with the clinic's own table of appointments next to Rollcall's tables. */
export const openBookings = async (pool: Pool) => {
  const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator() })
  const clinic = await rollcall.workspace("clinic")
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  await db.schema
    .createTable("appointments")
    .ifNotExists()
    .addColumn("startsAt", "timestamptz", (column) => column.primaryKey())
    .addColumn("contact", "uuid", (column) => column.notNull())
    .execute()

  // #region book
  /** Books an appointment, adds the patient to the contacts, and schedules a reminder, all in one transaction. */
  const book = (patient: Patient, startsAt: Date) =>
    db.transaction().execute(async (trx) => {
      const inside = clinic.in(fromKysely(trx))
      const contact = await inside.contacts.create({ ...patient, customFields: {} })
      await trx.insertInto("appointments").values({ startsAt, contact: contact.uuid }).execute()
      const reminder = await inside.broadcasts.create(reminderOf(patient, startsAt))
      return { contact: contact.uuid, reminder: reminder.uuid }
    })
  // #endregion

  return { book, clinic, db, rollcall }
}
