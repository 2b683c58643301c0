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
  let after: string | undefined
  do {
    const page = yield* client.reasons(uuid, pageSize, after)
    for (const reason of page.reasons) {
      if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
    after = page.next ?? undefined
  } while (after !== undefined)
  return counts
})
