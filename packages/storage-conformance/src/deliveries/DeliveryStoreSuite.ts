import type { Storage } from "@rollcall/core"
import type { Layer } from "effect"
import { register } from "../kernel/Register.ts"
import { bulkChecks } from "./BulkChecks.ts"
import { concurrencyChecks } from "./ConcurrencyChecks.ts"
import { listingChecks } from "./ListingChecks.ts"
import { permitChecks } from "./PermitChecks.ts"
import { unmatchedChecks } from "./UnmatchedChecks.ts"

/** What `DeliveryStore` promises. */
export const deliveryStoreChecks = [
  ...bulkChecks,
  ...concurrencyChecks,
  ...unmatchedChecks,
  ...permitChecks,
  ...listingChecks
]

export const deliveryStoreSuite = <E>(name: string, layer: Layer.Layer<Storage, E>): void =>
  register(`${name}: deliveries`, layer, deliveryStoreChecks)
