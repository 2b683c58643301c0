import { Transaction } from "@rollcall/core"
import { Effect, Layer } from "effect"
import { MemoryDatabase } from "./MemoryDatabase.ts"

/** Transactions on the memory database: one at a time, the others wait. Readers outside see what is committed. */
export const layer: Layer.Layer<Transaction, never, MemoryDatabase> = Layer.effect(
  Transaction,
  Effect.map(MemoryDatabase, (database) => Transaction.of({ run: database.transact }))
)
