import { type BroadcastPage, BroadcastsErrors, type BroadcastResource } from "@rollcall/api"
import type { BroadcastUuid } from "@rollcall/core"
import type { BroadcastStatus } from "@rollcall/core/sending"
import { Effect } from "effect"
import { NotDone } from "../CommandRefused.ts"
import type { Refused } from "../targets/ApiError.ts"
import { type ApiClient, call } from "../targets/Target.ts"

export type BroadcastView = typeof BroadcastResource.Type

export type BroadcastSummary = (typeof BroadcastPage.Type)["broadcasts"][number]

export type BroadcastChange = "cancel" | "pause" | "resume"

/** The operations on held opt-outs, by command name. */
const optOutDecisions = { "apply-opt-outs": "applyOptOuts", "dismiss-opt-outs": "dismissOptOuts" } as const
export type OptOutDecision = keyof typeof optOutDecisions

/** Sends a request about a broadcast. Fails with `NotDone` if it doesn't exist or its state forbids the operation. */
const onBroadcast = <A, E>(uuid: BroadcastUuid, request: (client: ApiClient) => Effect.Effect<A, E>) =>
  Effect.catchTag(call(request), "Refused", (refused) => Effect.fail(notDone(uuid, refused)))

export const readBroadcast = (uuid: BroadcastUuid) =>
  onBroadcast(uuid, ({ broadcasts }) => broadcasts.details({ params: { uuid } }))

/** Cancels, pauses or resumes a broadcast, and returns its status. Idempotent. */
export const changeBroadcast = (uuid: BroadcastUuid, operation: BroadcastChange) =>
  onBroadcast<{ readonly status: BroadcastStatus }, unknown>(uuid, ({ broadcasts }) =>
    broadcasts[operation]({ params: { uuid } })
  )

/** Applies or dismisses the held opt-outs, and returns which was done. Idempotent. */
export const decideOptOuts = (uuid: BroadcastUuid, decision: OptOutDecision) =>
  onBroadcast<Pick<BroadcastView, "held_opt_outs">, unknown>(uuid, ({ broadcasts }) =>
    broadcasts[optOutDecisions[decision]]({ params: { uuid } })
  )

const notDone = (uuid: BroadcastUuid, refused: Refused): Refused | NotDone => {
  const { message, title } = refused
  if (title === null) return refused
  const isMissing = title === BroadcastsErrors.messages.notFound
  return new NotDone({ message: isMissing ? `this workspace has no broadcast ${uuid}` : message })
}
