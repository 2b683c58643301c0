import type { BackupRefused, Copy } from "@rollcall/storage-sqlite"
import { Effect } from "effect"
import { StartRefused } from "../StartRefused.ts"

const sqlite = Effect.promise(() => import("@rollcall/storage-sqlite"))

const refusing = Effect.mapError(({ message }: BackupRefused) => new StartRefused({ message }))

/** Copies a SQLite database to a file. A server may use the database at the same time. */
export const backupFile = (copy: Copy) => Effect.flatMap(sqlite, ({ backup }) => refusing(backup(copy)))

/** Replaces a SQLite database with a backup. No process may have the database open. */
export const restoreFile = (copy: Copy) => Effect.flatMap(sqlite, ({ restore }) => refusing(restore(copy)))
