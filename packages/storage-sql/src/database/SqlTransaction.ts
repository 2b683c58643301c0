import { Transaction } from "@rollcall/core/storage"
import { Effect, Option, Schema } from "effect"
import { storeLayer } from "./Database.ts"
import { oneOf, readAs } from "./Rows.ts"

const tried = readAs(oneOf(Schema.Struct({ locked: Schema.BooleanFromBit })), ({ locked }) => locked)

export const layer = storeLayer(Transaction, (db) => {
  const { dialect, mapErrors, sql, transaction } = db
  return {
    run: transaction,
    isOpen: Effect.map(Effect.serviceOption(sql.transactionService), Option.isSome),
    lock: (names, mode) => mapErrors(dialect.lockKeys(names, mode)),
    tryLock: (names, mode) =>
      tried(db)(sql`SELECT CASE WHEN ${dialect.tryLocks(names, mode)} THEN 1 ELSE 0 END AS locked`)
  }
})
