import { postgres } from "rollcall/postgres"

/** A database, which any number of processes may share. Its tables are made at the first start. */
export const storage = postgres({ url: process.env["DATABASE_URL"] ?? "" })
