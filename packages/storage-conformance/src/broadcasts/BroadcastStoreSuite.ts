import { dueChecks } from "./DueChecks.ts"
import { idempotencyChecks } from "./IdempotencyChecks.ts"
import { stageChecks } from "./StageChecks.ts"

/** What `BroadcastStore` promises; `rejectPending` is among the bulk statements of deliveries. */
export const broadcastStoreChecks = [...stageChecks, ...idempotencyChecks, ...dueChecks]
