import { Predicate } from "effect"

/** The primary result code that an error of `node:sqlite` carries, if it is one. */
const codeOf = (cause: unknown): number | undefined =>
  Predicate.hasProperty(cause, "errcode") && typeof cause.errcode === "number" ? cause.errcode & 0xff : undefined

/** BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, FULL, CANTOPEN, PROTOCOL. */
const transientCodes: ReadonlySet<number | undefined> = new Set([5, 6, 7, 8, 9, 10, 13, 14, 15])

/** CORRUPT, NOTADB. */
const damageCodes: ReadonlySet<number | undefined> = new Set([11, 26])

/** Whether what went wrong lies outside of the data and may be over later; a database that was closed counts too. */
export const isTransient = (cause: unknown): boolean =>
  transientCodes.has(codeOf(cause)) || (Predicate.hasProperty(cause, "code") && cause.code === "ERR_INVALID_STATE")

/** Whether the file is damaged or is not a database. */
export const isDamage = (cause: unknown): boolean => damageCodes.has(codeOf(cause))
