import { postgres } from "rollcall/postgres"

/** A database that any number of processes may share. The first start creates its tables. */
export const storage = postgres({ url: process.env["DATABASE_URL"] ?? "" })
