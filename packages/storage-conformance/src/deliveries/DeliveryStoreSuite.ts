import { bulkChecks } from "./BulkChecks.ts"
import { clockChecks } from "./ClockChecks.ts"
import { concurrencyChecks } from "./ConcurrencyChecks.ts"
import { followChecks } from "./FollowChecks.ts"
import { listingChecks } from "./ListingChecks.ts"
import { permitChecks } from "./PermitChecks.ts"
import { unmatchedChecks } from "./UnmatchedChecks.ts"

/** The contract of `DeliveryStore`. */
export const deliveryStoreChecks = [
  ...bulkChecks,
  ...concurrencyChecks,
  ...unmatchedChecks,
  ...permitChecks,
  ...clockChecks,
  ...listingChecks,
  ...followChecks
]
