import type { StorageError } from "@rollcall/core"
import { HostTransaction, HostTransactionError, type HostConnection } from "@rollcall/storage-sql"
import { Effect, Predicate, Semaphore } from "effect"
import type { SqlError } from "effect/sql"
import { connectionOf, type QueryResult, type QueryValue } from "./QueryConnection.ts"
import { sqlStateOf, toSqlError } from "./QueryErrors.ts"

/** A host's client on one connection: a `pg` client, or any object that runs a statement. */
export interface QueryClient {
  query(text: string, values: Array<QueryValue>): PromiseLike<QueryResult>
}

/**
 * Runs effects in the open transaction of a host's client, each in a savepoint. The effects' writes are committed or
 * rolled back with the host's transaction. Call this once per transaction. While an effect runs, the host must not run
 * a statement, because the statement would belong to the savepoint.
 */
export const using = (client: QueryClient) => {
  if (!isQueryClient(client)) return () => refuse("WrongClient")
  const host = hostOf(client)
  return <A, E, R>(
    effect: Effect.Effect<A, E, R>
  ): Effect.Effect<A, E | StorageError | HostTransactionError, R | HostTransaction> =>
    Effect.flatMap(HostTransaction, ({ join }) => join(host)(effect))
}

/** Checks at run time, because hosts in JavaScript may pass the transaction of their query builder. */
const isQueryClient = (client: unknown): boolean =>
  Predicate.hasProperty(client, "query") && Predicate.isFunction(client.query)

/** One semaphore per client, so that effects on the same client run one after another. */
const turns = new WeakMap<QueryClient, Semaphore.Semaphore>()

const hostOf = (client: QueryClient): HostConnection => {
  const turn = turns.get(client) ?? Semaphore.makeUnsafe(1)
  turns.set(client, turn)
  // Not interruptible, because the next statement would have to wait for the response anyway.
  const connection = connectionOf((text, values) =>
    Effect.uninterruptible(
      Effect.tryPromise({ try: async () => await client.query(text, values), catch: (e) => toSqlError(e) })
    )
  )
  let isChecked = false
  const check = Effect.gen(function* () {
    if (isChecked) return
    const rows = yield* connection.executeValues("SELECT current_setting('transaction_isolation')", [])
    if (rows[0]?.[0] !== "read committed") return yield* refuse("Isolation")
    isChecked = true
  })
  return { connection, check, refusal, turn }
}

const messages = {
  WrongClient:
    "This is not a client with a method `query`. Give the client that the transaction runs on. For a query builder, make it from " +
    "the transaction with fromDrizzle, fromKnex, fromKysely or fromPrisma.",
  NoTransaction: "The client is not in a transaction. Begin a transaction first, and give the client that it runs on.",
  Aborted: "The transaction is aborted because one of its statements failed. Roll it back.",
  Isolation:
    "The transaction is not READ COMMITTED. Rollcall reads rows after it has locked them, but a transaction with a " +
    "fixed snapshot would read the state before the lock. Begin the transaction with BEGIN ISOLATION LEVEL READ COMMITTED."
} as const

const refuse = (reason: keyof typeof messages) => new HostTransactionError({ reason, message: messages[reason] })

/** The errors for the SQLSTATE codes of a savepoint that could not be created or does not exist any more. */
const refusals: { readonly [code: string]: keyof typeof messages } = {
  "25P01": "NoTransaction",
  "25P02": "Aborted",
  "3B001": "NoTransaction"
}

const refusal = (error: SqlError.SqlError): HostTransactionError | undefined => {
  const reason = refusals[sqlStateOf(error) ?? ""]
  return reason && refuse(reason)
}
