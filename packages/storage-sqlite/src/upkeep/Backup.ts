import type { StorageError } from "@rollcall/core"
import { type DatabaseNotReady, type Inspection, nameOfDamage } from "@rollcall/storage-sql"
import { Effect, Predicate, Schema } from "effect"
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync
} from "node:fs"
import { dirname } from "node:path"
import { backup as copyPages, DatabaseSync } from "node:sqlite"
import { isLocked } from "../SqliteErrors.ts"

/** A backup or restore failed and changed nothing. The message is one line for an operator. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", { message: Schema.String }) {}

/** The source and target of a backup or restore. */
export interface Copy {
  readonly from: string
  readonly to: string
  /** Default: false. Whether to replace an existing file. */
  readonly overwrite?: boolean
}

type Inspect = (filename: string) => Effect.Effect<Inspection, StorageError | DatabaseNotReady>

/** File permissions: only the owner may read and write. */
const ownerOnly = 0o600

/** Returns the files that SQLite keeps next to a database in use. */
const besides = (filename: string) => [`${filename}-wal`, `${filename}-shm`]

/**
 * Copies a database while others may read and write it. All pages are read in one step and one read transaction, so the
 * copy contains everything committed before it began. The copy gets its final name once it is complete, checked and on
 * disk.
 */
export const backup =
  (inspect: Inspect) =>
  ({ from, overwrite = false, to }: Copy) =>
    written(to, overwrite, (partial) =>
      Effect.gen(function* () {
        yield* refusing(from, () => closeSync(openSync(from, constants.O_RDONLY)))
        yield* refusing(partial, () => closeSync(openSync(partial, "wx", ownerOnly)))
        const source = yield* Effect.acquireRelease(
          // A read-only connection would leave a log next to the file, which it may not remove.
          refusing(from, () => new DatabaseSync(from)),
          (database) => Effect.sync(() => database.close())
        )
        yield* Effect.tryPromise({
          try: () => copyPages(source, partial, { rate: 2 ** 31 - 1 }),
          catch: (cause) => refused(from, cause)
        })
        yield* checkCopy(inspect, from, partial)
      }).pipe(Effect.scoped)
    )

/**
 * Replaces a database with a backup. No process may have the database open. The copy is checked before anything is
 * replaced.
 */
export const restore =
  (inspect: Inspect) =>
  ({ from, overwrite = false, to }: Copy) =>
    Effect.gen(function* () {
      const isThere = existsSync(to) && statSync(to).size > 0
      if (isThere && !overwrite) return yield* refuse(to, exists)
      const log = besides(from).find((name) => existsSync(name))
      if (log !== undefined)
        return yield* refuse(
          from,
          `${log} exists, so this is a database in use, not a backup. Restore from a file that rollcall backup wrote`
        )
      const stale = besides(to).find((name) => existsSync(name))
      if (stale !== undefined && !isThere)
        return yield* refuse(to, `${stale} is left over from another database: remove it`)
      return yield* written(
        to,
        true,
        (partial) =>
          Effect.gen(function* () {
            yield* refusing(from, () => copyFileSync(from, partial, constants.COPYFILE_EXCL))
            yield* refusing(partial, () => chmodSync(partial, ownerOnly))
            yield* checkCopy(inspect, from, partial)
          }),
        isThere ? closeAll(to) : Effect.void
      )
    })

/** Writes `to` atomically, through a partial file that is always removed. */
const written = <E>(
  to: string,
  overwrite: boolean,
  write: (partial: string) => Effect.Effect<void, E | BackupRefused>,
  before: Effect.Effect<void, BackupRefused> = Effect.void
) =>
  Effect.gen(function* () {
    if (!overwrite && existsSync(to)) return yield* refuse(to, exists)
    const partial = `${to}.${process.pid}.partial`
    const remove = Effect.sync(() => {
      for (const name of [partial, ...besides(partial)]) rmSync(name, { force: true })
    })
    yield* Effect.ensuring(
      Effect.gen(function* () {
        yield* write(partial)
        yield* refusing(partial, () => sync(partial))
        yield* before
        // A link fails if another process has created the file meanwhile.
        yield* refusing(to, () => (overwrite ? renameSync(partial, to) : linkSync(partial, to)))
        yield* refusing(to, () => sync(dirname(to)))
      }),
      remove
    )
  })

/** Opens a copy like a store, and reads all of it. */
const checkCopy = Effect.fnUntraced(function* (inspect: Inspect, from: string, copy: string) {
  const { counts, damages } = yield* Effect.mapError(inspect(copy), (error) =>
    error._tag === "StorageError"
      ? refused(from, error.cause)
      : new BackupRefused({ message: `${from}: ${error.message}` })
  )
  const wrong = [...damages.map(nameOfDamage), ...counts.map(({ table }) => `counts of ${table}`)]
  const [first] = wrong
  if (first !== undefined) {
    const others = wrong.length === 1 ? "" : ` and ${wrong.length - 1} more`
    return yield* refuse(from, `it is damaged (${first}${others}): run rollcall check --repair on the database`)
  }
})

/**
 * Removes the write-ahead log of a database. SQLite does this only for the sole connection to the database. A remaining log
 * would be applied to the file that replaces the database.
 */
const closeAll = (filename: string) =>
  Effect.flatMap(
    refusing(filename, () => {
      const database = new DatabaseSync(filename)
      try {
        database.exec("PRAGMA busy_timeout = 0")
        database.prepare("PRAGMA journal_mode = DELETE").get()
      } finally {
        database.close()
      }
    }),
    () => (besides(filename).some((name) => existsSync(name)) ? refuse(filename, isOpen) : Effect.void)
  )

const exists = "it already exists: use --overwrite to replace it"

const isOpen = "a process has it open: stop the server first"

/** Flushes a file or a folder to the disk. */
const sync = (filename: string) => {
  const file = openSync(filename, constants.O_RDONLY)
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

const refuse = (filename: string, why: string) => new BackupRefused({ message: `${filename}: ${why}` })

const refused = (filename: string, cause: unknown) => {
  if (isLocked(cause)) return refuse(filename, isOpen)
  if (Predicate.hasProperty(cause, "code") && cause.code === "EEXIST") return refuse(filename, exists)
  return refuse(filename, cause instanceof Error ? cause.message : String(cause))
}

const refusing = <A>(filename: string, use: () => A) =>
  Effect.try({ try: use, catch: (cause) => refused(filename, cause) })
