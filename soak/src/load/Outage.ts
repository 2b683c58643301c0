import { Effect, type Scope } from "effect"
import type { Server } from "../Server.ts"
import { backAfterFault } from "./Return.ts"
import { startWriting } from "./Writing.ts"

/** Contacts are created during a fault and until all is well after it: how that went. The fault ends with its effect. */
export const writeDuring = Effect.fnUntraced(function* <E>(
  server: Server,
  fault: Effect.Effect<unknown, E, Scope.Scope>
) {
  const writing = yield* startWriting(server)
  yield* Effect.scoped(fault)
  const back = yield* backAfterFault(server)
  return [...(yield* writing.figures), ...back]
}, Effect.scoped)
