import { Effect } from "effect"
import { Digest } from "effect/crypto"
import type { RecipientRequest, StreamedBroadcast } from "./BroadcastRequest.ts"
import { sliceSize } from "./Slices.ts"

/**
 * Takes the SHA-256 of what a request asks for, in hex: equal for equal payloads, whatever the order of their keys (B4).
 * The idempotency key itself is left out. Recipients are digested slice by slice, as they come.
 */
export const fingerprinter = Effect.fnUntraced(function* <E>(request: StreamedBroadcast<E>) {
  const digest = yield* Digest.Digest
  const hash = (value: unknown) => digest.digestHex(Digest.sha256, new TextEncoder().encode(canonicalJson(value)))
  const { clientUniqueIdentifier: _key, count: _count, recipients: _recipients, ...rest } = request
  const slices: Array<string> = []
  // However the recipients come, slices of them are of one size: equal payloads have equal ones.
  let waiting: ReadonlyArray<RecipientRequest> = []
  return {
    add: Effect.fnUntraced(function* (recipients: ReadonlyArray<RecipientRequest>) {
      waiting = [...waiting, ...recipients]
      while (waiting.length >= sliceSize) {
        slices.push(yield* hash(waiting.slice(0, sliceSize)))
        waiting = waiting.slice(sliceSize)
      }
    }),
    /** After the last recipient. */
    end: Effect.suspend(() =>
      waiting.length === 0
        ? hash([rest, slices])
        : Effect.flatMap(hash(waiting), (last) => hash([rest, [...slices, last]]))
    )
  }
})

/** JSON whose object keys are in code unit order, so that equal values give equal texts. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part
  )
