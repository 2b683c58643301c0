import type { Migration } from "@rollcall/storage-sql"

/** A migration of these steps. Those of a released migration never change. */
export const statements = (...steps: Migration): Migration => steps
