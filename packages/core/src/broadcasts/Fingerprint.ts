import { Effect } from "effect"
import { Digest } from "effect/crypto"
import type { BroadcastRequest } from "./BroadcastRequest.ts"
import { inSlices } from "./Slices.ts"

/**
 * The SHA-256 of what a request asks for, in hex: equal for equal payloads, whatever the order of their keys (B4). The
 * idempotency key itself is left out. Recipients are digested slice by slice, so that other work goes on in between.
 */
export const fingerprint = Effect.fnUntraced(function* (request: BroadcastRequest) {
  const digest = yield* Digest.Digest
  const hash = (value: unknown) => digest.digestHex(Digest.sha256, new TextEncoder().encode(canonicalJson(value)))
  const { clientUniqueIdentifier: _, recipients, ...rest } = request
  const slices = yield* inSlices(recipients, (slice) => hash(slice))
  return yield* hash([rest, slices])
})

/** JSON whose object keys are in code unit order, so that equal values give equal texts. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
