import type { BackupRefused } from "@rollcall/storage-sqlite"
import { Effect } from "effect"
import { StartRefused } from "../StartRefused.ts"

interface Options {
  /** Whether a file that is there is replaced. */
  readonly overwrite: boolean
}

const sqlite = Effect.promise(() => import("@rollcall/storage-sqlite"))

const refusing = Effect.mapError(({ message }: BackupRefused) => new StartRefused({ message }))

/** Copies a database of SQLite to a file, beside a server that uses it. */
export const backupFile = (from: string, to: string, { overwrite }: Options) =>
  Effect.flatMap(sqlite, ({ backup }) => refusing(backup({ from, to, overwrite })))

/** Puts a backup in the place of a database of SQLite that no process has open. */
export const restoreFile = (from: string, to: string, { overwrite }: Options) =>
  Effect.flatMap(sqlite, ({ restore }) => refusing(restore({ from, to, overwrite })))
