import { layer, type TableOptions } from "@rollcall/storage-postgres"
import { Redacted } from "effect"
import type { StorageDefinition } from "./Rollcall.ts"

/** A PostgreSQL database: its URL, and the schema of the tables. */
interface PostgresLocation extends Pick<TableOptions, "schema" | "migrate"> {
  readonly url: string
}

/** Rollcall in a PostgreSQL database, which any number of processes may share. */
export const postgres = ({ url, ...options }: PostgresLocation): StorageDefinition => ({
  layer: layer({ ...options, url: Redacted.make(url) })
})
