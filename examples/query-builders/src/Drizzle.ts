import { drizzle } from "drizzle-orm/node-postgres"
import { pgTable, timestamp, uuid } from "drizzle-orm/pg-core"
import type { Pool } from "pg"
import { createRollcall } from "rollcall"
import { fromDrizzle, fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { type Patient, reminderOf } from "./Reminder.ts"

export const appointments = pgTable("appointments", {
  startsAt: timestamp({ withTimezone: true }).primaryKey(),
  contact: uuid().notNull()
})

/** Opens a clinic's bookings, with the clinic's own table of appointments next to Rollcall's tables. */
export const openBookings = async (pool: Pool) => {
  const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator() })
  const clinic = await rollcall.workspace("clinic")
  const db = drizzle({ client: pool, casing: "snake_case" })
  await db.execute(`CREATE TABLE IF NOT EXISTS appointments
    (starts_at timestamptz PRIMARY KEY, contact uuid NOT NULL)`)

  // #region book
  /** Books an appointment, adds the patient to the contacts, and schedules a reminder, all in one transaction. */
  const book = (patient: Patient, startsAt: Date) =>
    db.transaction(async (tx) => {
      const inside = clinic.in(fromDrizzle(tx))
      const contact = await inside.contacts.create({ ...patient, customFields: {} })
      await tx.insert(appointments).values({ startsAt, contact: contact.uuid })
      const reminder = await inside.broadcasts.create(reminderOf(patient, startsAt))
      return { contact: contact.uuid, reminder: reminder.uuid }
    })
  // #endregion

  return { book, clinic, db, rollcall }
}
