import type { StorageError } from "@rollcall/core"
import { DatabaseAddress } from "@rollcall/storage-sql"
import { Effect } from "effect"
import { closeSync, existsSync, fchmodSync, openSync } from "node:fs"
import { openError } from "../SqliteErrors.ts"

/** The name of a database without a file. Only one connection can open it. */
export const inMemory = ":memory:"

/** The mode of a file that only its owner may read and write. */
const ownerOnly = 0o600

/**
 * Creates the file of a database if it does not exist. Only its owner may read and write it, whatever the umask. SQLite
 * gives its log and its index the same mode.
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

/** Whether SQLite reads a name as a path, and not as a database in memory, a temporary database or a URI. */
const isPath = (filename: string): boolean => filename !== inMemory && filename !== "" && !filename.startsWith("file:")
