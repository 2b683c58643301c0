import pg from "pg"
import { openBookings } from "./Bookings.ts"

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] })
const { book, rollcall } = await openBookings(pool)
await book({ firstName: "Zoë", phoneNumber: "+49 30 901820" }, new Date("2040-05-02T09:30:00Z"))
const { total } = await (await rollcall.workspace("clinic")).contacts.search({ searchTerm: "zoë" })
console.log(`booked, and found ${total} contact`)
await rollcall.close()
await pool.end()
