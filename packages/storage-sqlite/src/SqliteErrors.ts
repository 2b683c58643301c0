import { StorageError } from "@rollcall/core"
import { type ExplainError, isDiskFull } from "@rollcall/storage-sql"
import { Predicate } from "effect"
import { statSync } from "node:fs"

/** The primary result code of an error of `node:sqlite`; undefined for other errors. */
const codeOf = (cause: unknown): number | undefined =>
  Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number" ? cause.errcode & 0xff : undefined

/** BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL. */
const transientCodes: ReadonlySet<number | undefined> = new Set([5, 6, 7, 8, 9, 10, 13, 14, 15])

/** CORRUPT, NOTADB. */
const damageCodes: ReadonlySet<number | undefined> = new Set([11, 26])

/** Explains an error that may not occur again on a retry, because the data is not its cause. A closed database counts too. */
export const explain: ExplainError = ({ _tag, cause }) =>
  _tag === "UnknownError" &&
  (transientCodes.has(codeOf(cause)) || (Predicate.hasProperty(cause, "code") && cause.code === "ERR_INVALID_STATE"))
    ? { reason: "Unavailable" }
    : undefined

/** Returns the error for a file that cannot be opened. `address` is what holds its name, in messages. */
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

/** Why a file cannot be opened until somebody changes something; undefined if it may be possible later. */
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

/** PERM, READONLY, CANTOPEN: of a file that is opened, the rights or the place of it are wrong. */
const openCodes: ReadonlySet<number> = new Set([3, 8, 14])

/** What the operating system says of a file. */
const fileCodes: { readonly [code: string]: { readonly why: string; readonly advice: string } | undefined } = {
  ENOENT: { why: "its folder does not exist", advice: "Create it" },
  ENOTDIR: { why: "a part of its path is not a folder", advice: "Fix the path" },
  EACCES: { why: "this user may not use it", advice: "Grant the right" },
  EPERM: { why: "this user may not use it", advice: "Grant the right" },
  EROFS: { why: "the file system is read-only", advice: "Mount it writable" },
  EISDIR: { why: "it is a folder", advice: "Name a file in it" },
  ENAMETOOLONG: { why: "its name is too long", advice: "Shorten it" }
}

/** BUSY, and BUSY_RECOVERY: another connection has locked the file. BUSY_SNAPSHOT is not among them. */
const lockCodes: ReadonlySet<unknown> = new Set([5, 261])

/** Whether a statement did nothing because another connection has locked the file for now. */
export const isLocked = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "errcode") && lockCodes.has(cause.errcode)
