import { broadcastListingChecks } from "./BroadcastListingChecks.ts"
import { dueChecks } from "./DueChecks.ts"
import { idempotencyChecks } from "./IdempotencyChecks.ts"
import { stageChecks } from "./StageChecks.ts"

/**
 * The contract of `BroadcastStore`, except `rejectUnsent`, which is checked with the bulk statements of deliveries.
 */
export const broadcastStoreChecks = [...stageChecks, ...idempotencyChecks, ...dueChecks, ...broadcastListingChecks]
