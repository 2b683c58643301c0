import { layer } from "@rollcall/storage-postgres"
import { Redacted } from "effect"
import type { StorageDefinition } from "./Rollcall.ts"

/** Rollcall in a PostgreSQL database, which any number of processes may share. */
export const postgres = ({ url }: { readonly url: string }): StorageDefinition => ({
  layer: layer({ url: Redacted.make(url) })
})
