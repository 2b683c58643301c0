import { StorageError } from "@rollcall/core"
import { DatabaseAddress, type DatabaseNotReady, type ExplainError, type Explanation } from "@rollcall/storage-sql"
import { Effect, Layer } from "effect"
import type { SqlError } from "effect/sql"
import { answerOf } from "./schema/ServerAnswer.ts"
import { allInUse } from "./SessionPool.ts"

/** A rule that explains an error by its code or message. The first matching rule applies. */
interface Rule {
  /** Matches the code, a space and the message. */
  readonly match: RegExp
  readonly reason: Explanation["reason"]
  readonly isAway?: true
  /** Default: Postgres refused the connection. */
  readonly what?: string
  /** What to do, as a sentence. `ADDRESS` stands for the setting that contains the database's address. */
  readonly advice: string
}

const later = "The same call may succeed later."

const rules: ReadonlyArray<Rule> = [
  { match: /^3D000 /, reason: "NotReady", advice: "Create it, or change ADDRESS." },
  {
    match: /^28P01 |^\S* (?:(?:SASL|password) authentication failed|no such user|SASL: .*password)/,
    reason: "NotReady",
    advice: "Check the user and the password in ADDRESS."
  },
  { match: /^\S* The server requested password/, reason: "NotReady", advice: "Give a password in ADDRESS." },
  { match: /^\S* no such database/, reason: "NotReady", advice: "Use a database that the pooler knows in ADDRESS." },
  { match: /^\S* login rejected/, reason: "NotReady", advice: "Allow the user at the pooler, or change ADDRESS." },
  {
    match: /^28\w{3} /,
    reason: "NotReady",
    advice: "Create the role, allow it to connect (pg_hba.conf), or change ADDRESS."
  },
  {
    match: /^42501 /,
    reason: "NotReady",
    what: "Postgres refused the statement",
    advice: "Grant the role this right, or use a role that has it."
  },
  {
    match: /^\S* The server does not support (?:TLS|SSL)/,
    reason: "NotReady",
    advice: "Turn on TLS at the server, or remove sslmode from ADDRESS."
  },
  {
    match: /^(?:ERR_\w+|\w*CERT\w*|UNABLE_TO_\w+|HOSTNAME_MISMATCH) /,
    reason: "NotReady",
    what: "The TLS connection to Postgres failed",
    advice: "Check the certificate of the server, and sslmode and sslrootcert in ADDRESS."
  },
  {
    match: /^(?:EACCES|EPERM) /,
    reason: "NotReady",
    what: "This process may not connect to Postgres",
    advice: "Allow it, or change ADDRESS."
  },
  {
    match: /^\S* Cannot use a pool after calling end/,
    reason: "NotReady",
    what: "The pool was ended",
    advice: "End it only after Rollcall is closed."
  },
  {
    match: /^(?:ECONNREFUSED|ENOTFOUND|ENOENT) /,
    reason: "Unavailable",
    isAway: true,
    what: "Nothing answers at the address of Postgres",
    advice: "Start the server, or change ADDRESS."
  },
  {
    match:
      /^\S* (?:Invalid (?:connection URL|port|percent-encoding|connect_timeout)|Unsupported connection URL|Unrecognized sslmode|No username)/,
    reason: "NotReady",
    what: "The address of Postgres cannot be used",
    advice: "Change ADDRESS."
  },
  // All connections are in use; the server is up.
  { match: new RegExp(`^\\S* ${allInUse}`), reason: "Unavailable", what: "Postgres is busy", advice: later },
  {
    match: /^57014 /,
    reason: "Unavailable",
    what: "Postgres stopped the statement",
    advice: `It took too long or waited for a lock. If your own open transaction has the lock, run the call in it with \`workspace.in(client)\`. ${later}`
  },
  {
    match: /^(?:57P0[123]|53300) /,
    reason: "Unavailable",
    isAway: true,
    what: "Postgres is stopping, starting or out of connections",
    advice: later
  },
  // Out of resources, stopped by an operator, unreadable or unwritable server files, a standby, or timeouts of idle
  // sessions and long transactions.
  { match: /^(?:53|57|58|25006|25P03|25P04)\w* /, reason: "Unavailable", what: "Postgres refused", advice: later }
]

/**
 * Explains errors of Postgres, its connections and `pg`. `address` names the setting that contains the database's address.
 */
export const explainWith =
  (address: string): ExplainError =>
  (reason) => {
    const { code, message } = answerOf(reason.cause)
    const rule = rules.find(({ match }) => match.test(`${code} ${message}`))
    if (rule === undefined) return explainLost(reason, message)
    const { advice, isAway, reason: meaning, what = "Postgres refused the connection" } = rule
    const shown = code === "" || message.includes(code) ? message : `${message} (${code})`
    const detail = `${what}: ${shown}. ${advice.replace("ADDRESS", address)}`
    return { reason: meaning, detail, ...(isAway && { isAway }) }
  }

/** Explains any other connection error: a lost connection, a failed attempt to connect, or a timeout. */
const explainLost = (reason: SqlError.SqlErrorReason, message: string): Explanation | undefined =>
  reason._tag === "ConnectionError" && message !== ""
    ? { reason: "Unavailable", isAway: true, detail: `No answer from Postgres: ${message}. ${later}` }
    : undefined

/** Explains errors with the {@link DatabaseAddress} of the context. */
export const explain = Effect.map(DatabaseAddress, explainWith)

/**
 * Reports a refused connection as a wrong address or a server that is not running. Use it while a store opens, before
 * the address has responded.
 */
export const opening = <A, R>(layer: Layer.Layer<A, StorageError | DatabaseNotReady, R>) =>
  Layer.catch(layer, (error) =>
    Layer.effectContext<A, StorageError | DatabaseNotReady, never>(
      Effect.fail(
        error._tag === "StorageError" && nothingThere.test(answerOf(error.cause).code)
          ? new StorageError({
              reason: "NotReady",
              cause: error.cause,
              detail: error.message,
              isAway: error.isAway === true
            })
          : error
      )
    )
  )

const nothingThere = /^(?:ECONNREFUSED|ENOTFOUND|ENOENT)$/
