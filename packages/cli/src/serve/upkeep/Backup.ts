import type { BackupRefused, Copy } from "@rollcall/storage-sqlite"
import { Effect } from "effect"
import { StartRefused } from "../StartRefused.ts"

const sqlite = Effect.promise(() => import("@rollcall/storage-sqlite"))

const refusing = Effect.mapError(({ message }: BackupRefused) => new StartRefused({ message }))

/** Copies a database of SQLite to a file, beside a server that uses it. */
export const backupFile = (copy: Copy) => Effect.flatMap(sqlite, ({ backup }) => refusing(backup(copy)))

/** Puts a backup in the place of a database of SQLite that no process has open. */
export const restoreFile = (copy: Copy) => Effect.flatMap(sqlite, ({ restore }) => refusing(restore(copy)))
