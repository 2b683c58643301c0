import type { DatabaseSync } from "node:sqlite"
import type { Pool } from "pg"
import { createRollcall } from "rollcall"
import { fromPool } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"

// #region postgres sqlite
/** A patient's visit. */
export interface Visit {
  readonly day: string
  readonly firstName: string
  readonly email: string
}
// #endregion

// #region postgres
/** Opens a clinic on a pool, with its own table `visits`. */
export const openOnPool = async (pool: Pool) => {
  const rollcall = await createRollcall({ storage: fromPool(pool), channel: simulator() })
  const clinic = await rollcall.workspace("clinic")
  const visit = async ({ day, email, firstName }: Visit) => {
    const client = await pool.connect()
    try {
      await client.query("BEGIN")
      const { uuid } = await clinic.in(client).contacts.create({ firstName, email, customFields: {} })
      await client.query("INSERT INTO visits (day, contact) VALUES ($1, $2)", [day, uuid])
      await client.query("COMMIT")
    } catch (error) {
      await client.query("ROLLBACK")
      throw error
    } finally {
      client.release()
    }
  }
  return { rollcall, visit }
}
// #endregion

// #region sqlite
/** Opens a clinic on a file, with its own table `visits`. */
export const openOnFile = async (database: DatabaseSync) => {
  const rollcall = await createRollcall({ storage: sqlite({ database }), channel: simulator() })
  const clinic = await rollcall.workspace("clinic")
  const visit = async ({ day, email, firstName }: Visit) => {
    database.exec("BEGIN IMMEDIATE")
    try {
      const { uuid } = await clinic.in(database).contacts.create({ firstName, email, customFields: {} })
      database.prepare("INSERT INTO visits (day, contact) VALUES (?, ?)").run(day, uuid)
      database.exec("COMMIT")
    } catch (error) {
      database.exec("ROLLBACK")
      throw error
    }
  }
  return { rollcall, visit }
}
// #endregion
