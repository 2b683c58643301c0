import type { AnswerOf } from "../api/Operation.ts"

type BroadcastSummary = AnswerOf<"GET /broadcasts">["broadcasts"][number]
type BroadcastDetails = AnswerOf<"GET /broadcasts/:uuid">

/** A listed broadcast with its counters. */
export interface RecentBroadcast {
  readonly summary: BroadcastSummary
  readonly details: BroadcastDetails
}

/** Returns how many recipients a broadcast was sent to, and the total; undefined while its audience isn't stored. */
export const progressOf = ({
  recipients,
  sent
}: Pick<BroadcastDetails, "recipients" | "sent">): {
  readonly done: number
  readonly total: number | undefined
} => ({ done: sent, total: recipients ?? undefined })

/** What the workspace has for its first broadcast; undefined if unknown. */
export interface Possessions {
  readonly contacts: number | undefined
  readonly templates: number | undefined
  readonly broadcasts: number | undefined
}

export const steps = ["contacts", "templates", "broadcasts"] as const

/** Returns whether to show the first steps: while a requirement is known to be missing. */
export const isBeginning = (possessions: Possessions): boolean => steps.some((step) => possessions[step] === 0)

/** Returns the first step that isn't done. */
export const nextStep = (possessions: Possessions): (typeof steps)[number] | undefined =>
  steps.find((step) => possessions[step] === 0)
