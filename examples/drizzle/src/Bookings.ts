import { drizzle } from "drizzle-orm/node-postgres"
import { pgTable, timestamp, uuid } from "drizzle-orm/pg-core"
import type { Pool } from "pg"
import { createRollcall } from "rollcall"
import { fromDrizzle, fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"

export const appointments = pgTable("appointments", {
  startsAt: timestamp({ withTimezone: true }).primaryKey(),
  contact: uuid().notNull()
})

/** Who wants an appointment. */
export interface Patient {
  readonly firstName: string
  readonly phoneNumber: string
}

const day = 86_400_000

/** The bookings of a clinic, whose appointments are a table of its own beside Rollcall's. */
export const openBookings = async (pool: Pool) => {
  const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator() })
  const db = drizzle({ client: pool, casing: "snake_case" })
  await db.execute(`CREATE TABLE IF NOT EXISTS appointments
    (starts_at timestamptz PRIMARY KEY, contact uuid NOT NULL)`)

  // #region book
  /** Books an appointment, adds the patient to the contacts, and reminds them a day before: all of it, or nothing. */
  const book = (patient: Patient, startsAt: Date) =>
    db.transaction(async (tx) => {
      const clinic = await rollcall.using(fromDrizzle(tx)).workspace("clinic")
      const contact = await clinic.contacts.create({ ...patient, customFields: {} })
      await tx.insert(appointments).values({ startsAt, contact: contact.uuid })
      const { uuid } = await clinic.broadcasts.create({
        name: `Reminder for ${patient.firstName}`,
        templateName: "appointment_reminder",
        from: "493090180",
        parameters: { bodyOrder: ["name", "time"] },
        scheduledFor: new Date(startsAt.getTime() - day),
        recipients: [
          {
            identifier: patient.phoneNumber,
            parameters: { body: { name: patient.firstName, time: startsAt.toISOString() } }
          }
        ]
      })
      return { contact: contact.uuid, reminder: uuid }
    })
  // #endregion

  return { book, db, rollcall }
}
