import type { Storage } from "@rollcall/core"
import type { Layer } from "effect"
import { register } from "../kernel/Register.ts"
import { dueChecks } from "./DueChecks.ts"
import { idempotencyChecks } from "./IdempotencyChecks.ts"
import { stageChecks } from "./StageChecks.ts"

/** What `BroadcastStore` promises; `rejectPending` is among the bulk statements of deliveries. */
export const broadcastStoreChecks = [...stageChecks, ...idempotencyChecks, ...dueChecks]

export const broadcastStoreSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: broadcasts`, layer, broadcastStoreChecks)
