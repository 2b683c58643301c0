import { Transaction } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { Database } from "./Database.ts"

/** The {@link Transaction} port over transactions and lock keys of the database. */
export const layer = Layer.effect(
  Transaction,
  Effect.map(Database, ({ dialect, mapErrors, transaction }) =>
    Transaction.of({
      run: transaction,
      lock: (names, mode) => mapErrors(mode === "shared" ? dialect.lockShared(names) : dialect.lockExclusive(names))
    })
  )
)
