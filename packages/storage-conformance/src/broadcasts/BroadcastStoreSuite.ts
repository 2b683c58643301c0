import type { Storage } from "@rollcall/core"
import type { Layer } from "effect"
import { register } from "../kernel/Register.ts"
import { acceptanceChecks } from "./AcceptanceChecks.ts"
import { completionChecks } from "./CompletionChecks.ts"
import { dueChecks } from "./DueChecks.ts"
import { expiryChecks } from "./ExpiryChecks.ts"
import { lifecycleChecks } from "./LifecycleChecks.ts"
import { listingChecks } from "./ListingChecks.ts"
import { recordChecks } from "./RecordChecks.ts"
import { sendSlotChecks } from "./SendSlotChecks.ts"
import { uuidChecks } from "./UuidChecks.ts"

/** What `BroadcastStore` promises beside the ledger and the idempotency keys. */
export const broadcastStoreChecks = [
  ...acceptanceChecks,
  ...uuidChecks,
  ...listingChecks,
  ...lifecycleChecks,
  ...dueChecks,
  ...expiryChecks,
  ...completionChecks,
  ...recordChecks,
  ...sendSlotChecks
]

export const broadcastStoreSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: broadcasts`, layer, broadcastStoreChecks)
