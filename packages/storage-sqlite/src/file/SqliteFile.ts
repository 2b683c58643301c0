import type { StorageError } from "@rollcall/core"
import { DatabaseAddress } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { closeSync, existsSync, fchmodSync, openSync } from "node:fs"
import { openError } from "../SqliteErrors.ts"

/** The name of an in-memory database. Only one connection can open it. */
export const inMemory = ":memory:"

/** File permissions: only the owner may read and write. */
const ownerOnly = 0o600

/**
 * Creates a database file if it does not exist. Only its owner may read and write the file, regardless of the umask.
 * SQLite gives the log and the log's index the same permissions.
 */
export const makeFile = (filename: string): Effect.Effect<void, StorageError> =>
  Effect.flatMap(DatabaseAddress, (address) =>
    Effect.try({
      try: () => {
        if (!isPath(filename) || existsSync(filename)) return
        const made = openSync(filename, "a", ownerOnly)
        fchmodSync(made, ownerOnly)
        closeSync(made)
      },
      catch: (cause) => openError(cause, filename, address)
    })
  )

/** Whether SQLite treats a name as a path, rather than an in-memory database, a temporary database or a URI. */
const isPath = (filename: string): boolean => filename !== inMemory && filename !== "" && !filename.startsWith("file:")
