import type { AnswerOf } from "../api/Operation.ts"

type BroadcastSummary = AnswerOf<"GET /broadcasts">["broadcasts"][number]
type BroadcastDetails = AnswerOf<"GET /broadcasts/:uuid">

/** A broadcast of the list with its counters. */
export interface RecentBroadcast {
  readonly summary: BroadcastSummary
  readonly details: BroadcastDetails
}

/** To how many recipients a broadcast was sent, of how many; undefined while its audience is not stored. */
export const progressOf = ({
  recipients,
  sent
}: Pick<BroadcastDetails, "recipients" | "sent">): {
  readonly done: number
  readonly total: number | undefined
} => ({ done: sent, total: recipients ?? undefined })

/** What a workspace has of what a first broadcast needs; undefined where it is not known. */
export interface Possessions {
  readonly contacts: number | undefined
  readonly templates: number | undefined
  readonly broadcasts: number | undefined
}

export const steps = ["contacts", "templates", "broadcasts"] as const

/** Whether the way to the first broadcast is shown: as long as one is known to be missing. */
export const isBeginning = (possessions: Possessions): boolean => steps.some((step) => possessions[step] === 0)

/** The step that comes next: the first that is not done. */
export const nextStep = (possessions: Possessions): (typeof steps)[number] | undefined =>
  steps.find((step) => possessions[step] === 0)
