import type { BroadcastRef } from "@rollcall/core/storage"
import { claimAlone } from "@rollcall/conformance/storage"
import { type Duration, Effect } from "effect"

/** Claims deliveries and marks them as being sent, as a worker does that dies then. Returns them. */
export const beginSends = Effect.fnUntraced(function* (
  ref: BroadcastRef,
  { lease, limit }: { readonly limit: number; readonly lease: Duration.Duration }
) {
  const claim = yield* claimAlone(ref, { begin: limit, limit, lease })
  return claim._tag === "Claimed" ? claim.deliveries : []
})
