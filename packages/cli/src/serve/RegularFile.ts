import { Effect } from "effect"
import { closeSync, constants, fchmodSync, openSync, type Stats, statSync } from "node:fs"
import { refuseFile, type StartRefused } from "./StartRefused.ts"

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants

/** Only the owner may read and write the file. */
const ownerOnly = 0o600

/**
 * Opens a file that a variable names for reading and appending, until the scope closes. A new file is readable and writable
 * only by its owner, regardless of the umask. An existing file keeps its mode. Fails at once for anything that isn't a
 * regular file.
 */
export const openFile = (variable: string, filename: string) =>
  Effect.acquireRelease(refusing(variable, filename, open), (file) => Effect.sync(() => closeSync(file)))

/**
 * Fails if the path exists but isn't a regular file. For example, the readers and writers of a pipe would wait for each
 * other.
 */
export const checkRegular = (variable: string, filename: string): Effect.Effect<void, StartRefused> =>
  refusing(variable, filename, (name) => void statRegular(name))

const refusing = <A>(variable: string, filename: string, use: (filename: string) => A) =>
  Effect.try({ try: () => use(filename), catch: (cause) => refuseFile(variable, filename, cause) })

const open = (filename: string): number => {
  const flags = O_RDWR | O_APPEND | O_NONBLOCK
  if (statRegular(filename) !== undefined) return openSync(filename, flags)
  const made = openSync(filename, flags | O_CREAT, ownerOnly)
  fchmodSync(made, ownerOnly)
  return made
}

const statRegular = (filename: string): Stats | undefined => {
  const stats = statSync(filename, { throwIfNoEntry: false })
  if (stats !== undefined && !stats.isFile()) throw new Error(`it is ${kindOf(stats)}`)
  return stats
}

const kindOf = (stats: Stats): string => {
  if (stats.isDirectory()) return "a directory"
  if (stats.isFIFO()) return "a pipe"
  return stats.isSocket() ? "a socket" : "a device"
}
