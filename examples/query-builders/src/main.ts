import pg from "pg"
import * as drizzle from "./Drizzle.ts"
import * as kysely from "./Kysely.ts"

// The clinic books with both query builders, which share the tables.
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] })
for (const [index, { openBookings }] of [drizzle, kysely].entries()) {
  const { book, rollcall } = await openBookings(pool)
  await book({ firstName: "Zoë", phoneNumber: `+49 30 90182${index}` }, new Date(Date.UTC(2040, 4, 2, 9 + index)))
  const { total } = await (await rollcall.workspace("clinic")).contacts.search({ searchTerm: "zoë" })
  console.log(`booked, and found ${total}`)
  await rollcall.close()
}
await pool.end()
