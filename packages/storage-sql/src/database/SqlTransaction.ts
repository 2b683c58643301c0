import { Transaction } from "@rollcall/core/storage"
import { Effect, Layer, Option, Schema } from "effect"
import { Database } from "./Database.ts"
import { oneOf } from "./Rows.ts"

const tried = oneOf(Schema.Struct({ locked: Schema.BooleanFromBit }))

export const layer = Layer.effect(
  Transaction,
  Effect.map(Database, (db) => {
    const { dialect, mapErrors, sql, transaction } = db
    return Transaction.of({
      run: transaction,
      isOpen: Effect.map(Effect.serviceOption(sql.transactionService), Option.isSome),
      lock: (names, mode) => mapErrors(dialect.lockKeys(names, mode)),
      tryLock: (names, mode) =>
        Effect.map(
          tried(db, sql`SELECT CASE WHEN ${dialect.tryLocks(names, mode)} THEN 1 ELSE 0 END AS locked`),
          ({ locked }) => locked
        )
    })
  })
)
