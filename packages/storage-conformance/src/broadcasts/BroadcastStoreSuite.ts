import type { Storage } from "@rollcall/core"
import type { Layer } from "effect"
import { register } from "../kernel/Register.ts"
import { acceptanceChecks } from "./AcceptanceChecks.ts"
import { lifecycleChecks } from "./LifecycleChecks.ts"
import { listingChecks } from "./ListingChecks.ts"
import { sendSlotChecks } from "./SendSlotChecks.ts"

/** What `BroadcastStore` promises beside the ledger and the idempotency keys. */
export const broadcastStoreChecks = [...acceptanceChecks, ...listingChecks, ...lifecycleChecks, ...sendSlotChecks]

export const broadcastStoreSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: broadcasts`, layer, broadcastStoreChecks)
