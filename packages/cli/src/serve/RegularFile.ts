import { Effect } from "effect"
import { closeSync, constants, fchmodSync, openSync, type Stats, statSync } from "node:fs"
import { refuseFile, type StartRefused } from "./StartRefused.ts"

const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants

/** Only the owner may read and write the file. */
const ownerOnly = 0o600

/**
 * Opens a file that a variable names, to read and append, until the scope ends. A new file is created for its owner only,
 * whatever the umask. An existing file keeps its mode. Anything that is not a file is refused at once.
 */
export const openFile = (variable: string, filename: string) =>
  Effect.acquireRelease(refusing(variable, filename, open), (file) => Effect.sync(() => closeSync(file)))

/** Refuses an existing path that is not a file, such as a pipe: its readers and writers would wait for each other. */
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
