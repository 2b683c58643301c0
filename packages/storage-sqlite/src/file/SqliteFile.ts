import { StorageError } from "@rollcall/core"
import { Effect } from "effect"
import { closeSync, existsSync, fchmodSync, openSync } from "node:fs"

/** The name of a database without a file. Only one connection can open it. */
export const inMemory = ":memory:"

/** The mode of a file that its owner alone may read and write. */
const ownerOnly = 0o600

/**
 * Creates the file of a database if it does not exist, with a mode for its owner alone, whatever the umask. SQLite gives its
 * log and its index the same mode.
 */
export const makeFile = (filename: string): Effect.Effect<void, StorageError> =>
  Effect.try({
    try: () => {
      if (!isPath(filename) || existsSync(filename)) return
      const made = openSync(filename, "a", ownerOnly)
      fchmodSync(made, ownerOnly)
      closeSync(made)
    },
    catch: (cause) => new StorageError({ reason: "Unavailable", cause })
  })

/** Names that SQLite reads as something else than a path: in memory, temporary, or a URI. */
const isPath = (filename: string): boolean => filename !== inMemory && filename !== "" && !filename.startsWith("file:")
