import { Predicate } from "effect"

/** The primary result code of an error of `node:sqlite`; undefined for other errors. */
const codeOf = (cause: unknown): number | undefined =>
  Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number" ? cause.errcode & 0xff : undefined

/** BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL. */
const transientCodes: ReadonlySet<number | undefined> = new Set([5, 6, 7, 8, 9, 10, 13, 14, 15])

/** CORRUPT, NOTADB. */
const damageCodes: ReadonlySet<number | undefined> = new Set([11, 26])

/** Whether an error may not occur again on a retry, because the data is not its cause. A closed database counts too. */
export const isTransient = (cause: unknown): boolean =>
  transientCodes.has(codeOf(cause)) || (Predicate.hasProperty(cause, "code") && cause.code === "ERR_INVALID_STATE")

/** Whether the file is damaged or is not a database. */
export const isDamage = (cause: unknown): boolean => damageCodes.has(codeOf(cause))

/** BUSY, and BUSY_RECOVERY: another connection has locked the file. BUSY_SNAPSHOT is not among them. */
const lockCodes: ReadonlySet<unknown> = new Set([5, 261])

/** Whether a statement did nothing because another connection has locked the file for now. */
export const isLocked = (cause: unknown): boolean =>
  Predicate.hasProperty(cause, "errcode") && lockCodes.has(cause.errcode)
