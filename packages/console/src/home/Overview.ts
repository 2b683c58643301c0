import type { Broadcast, BroadcastSummary } from "../api/Follow.ts"

/** A listed broadcast with its counters. */
export interface RecentBroadcast {
  readonly summary: BroadcastSummary
  readonly details: Broadcast
}

/** Returns how many recipients a broadcast was sent to, and the total; undefined while its audience isn't stored. */
export const progressOf = ({ recipients, sent }: Pick<Broadcast, "recipients" | "sent">) => ({
  done: sent,
  total: recipients ?? undefined
})

/** What the workspace has for its first broadcast; undefined if unknown. */
export interface Possessions {
  readonly contacts: number | undefined
  readonly templates: number | undefined
  readonly broadcasts: number | undefined
}

export const steps = ["contacts", "templates", "broadcasts"] as const

/** Returns the first step that is known to be missing; undefined if none is. The steps are shown until then. */
export const nextStep = (possessions: Possessions): (typeof steps)[number] | undefined =>
  steps.find((step) => possessions[step] === 0)
