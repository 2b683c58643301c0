import type { BroadcastUuid, RecipientReason } from "@rollcall/core"
import { Effect } from "effect"
import { BroadcastClient, type BroadcastView } from "./BroadcastClient.ts"

/** Why recipients were not reached, and how many for each reason. */
export type Reasons = ReadonlyMap<RecipientReason, number>

/** How many recipients are read at a time. */
const pageSize = 1_000

/** How many recipients have a reason. */
export const unreachedOf = ({ failed, rejected }: BroadcastView): number => rejected + failed

/** Reads the reasons of all recipients of a broadcast. Those that change meanwhile count as they were when read. */
export const readReasons = Effect.fn("Reasons.read")(function* (uuid: BroadcastUuid) {
  const client = yield* BroadcastClient
  const counts = new Map<RecipientReason, number>()
  for (let offset = 0, total = 1; offset < total; offset += pageSize) {
    const page = yield* client.reasons(uuid, { limit: pageSize, offset })
    for (const reason of page.items) {
      if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
    total = page.total
  }
  return counts
})
