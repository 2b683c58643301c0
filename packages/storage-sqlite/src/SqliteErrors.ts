import { StorageError } from "@rollcall/core"
import { type ExplainError, isDiskFull } from "@rollcall/storage-sql"
import { Predicate } from "effect"
import { statSync } from "node:fs"

/** Returns the primary result code of a `node:sqlite` error; undefined for other errors. */
const codeOf = (cause: unknown): number | undefined =>
  Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number" ? cause.errcode & 0xff : undefined

/** BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL. */
const transientCodes: ReadonlySet<number | undefined> = new Set([5, 6, 7, 8, 9, 10, 13, 14, 15])

/** CORRUPT, NOTADB. */
const damageCodes: ReadonlySet<number | undefined> = new Set([11, 26])

/** Explains an error that the data did not cause and that may not recur on a retry, including a closed database. */
export const explain: ExplainError = ({ _tag, cause }) =>
  _tag === "UnknownError" &&
  (transientCodes.has(codeOf(cause)) || (Predicate.hasProperty(cause, "code") && cause.code === "ERR_INVALID_STATE"))
    ? { reason: "Unavailable" }
    : undefined

/** Returns the error for a file that cannot be opened. `address` names the setting that contains the file's name. */
export const openError = (cause: unknown, filename: string, address: string): StorageError => {
  if (isDiskFull(cause)) return new StorageError({ reason: "Unavailable", cause, isFull: true })
  const code = codeOf(cause)
  const detail = (why: string) => `SQLite cannot use the file ${filename}: ${why}`
  if (code === notADatabase) {
    return new StorageError({
      reason: "Corrupt",
      cause,
      detail: detail(`it is not a database of SQLite. Change ${address}.`)
    })
  }
  if (damageCodes.has(code)) {
    return new StorageError({ reason: "Corrupt", cause, detail: detail("it is damaged. Restore a backup.") })
  }
  const why = isFolder(filename) ? `it is a folder. Change ${address}.` : whyNotOpened(cause, address)
  return why === undefined
    ? new StorageError({ reason: "Unavailable", cause })
    : new StorageError({ reason: "NotReady", cause, detail: detail(why) })
}

/** Returns why a file cannot be opened without an operator's change; undefined if a retry may succeed. */
const whyNotOpened = (cause: unknown, address: string): string | undefined => {
  const code = codeOf(cause)
  if (code !== undefined)
    return openCodes.has(code) ? `${messageOf(cause)}. Change ${address}, or its rights.` : undefined
  const name = Predicate.hasProperty(cause, "code") ? String(cause.code) : ""
  const known = fileCodes[name]
  return known && `${known.why} (${name}). ${known.advice}, or change ${address}.`
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const isFolder = (filename: string): boolean => statSync(filename, { throwIfNoEntry: false })?.isDirectory() ?? false

const notADatabase = 26

/** PERM, READONLY, CANTOPEN: when a file is opened, they mean that its permissions or its path are wrong. */
const openCodes: ReadonlySet<number> = new Set([3, 8, 14])

/** The operating system's error codes for a file. */
const fileCodes: { readonly [code: string]: { readonly why: string; readonly advice: string } | undefined } = {
  ENOENT: { why: "its folder does not exist", advice: "Create it" },
  ENOTDIR: { why: "a part of its path is not a folder", advice: "Fix the path" },
  EACCES: { why: "this user may not use it", advice: "Grant the right" },
  EPERM: { why: "this user may not use it", advice: "Grant the right" },
  EROFS: { why: "the file system is read-only", advice: "Mount it writable" },
  EISDIR: { why: "it is a folder", advice: "Name a file in it" },
  ENAMETOOLONG: { why: "its name is too long", advice: "Shorten it" }
}

/** BUSY and BUSY_RECOVERY: another connection has locked the file. BUSY_SNAPSHOT is not included. */
const lockCodes: ReadonlySet<unknown> = new Set([5, 261])

/** Whether a statement failed without effect because another connection has locked the file. */
export const isLocked = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "errcode") && lockCodes.has(cause.errcode)
