import type { LiveEvent } from "../api/Follow.ts"
import { keysOf } from "../reading/Reader.ts"
import { Instant } from "../ui/Instant.tsx"

const happenedTitles = {
  accepted: "Accepted",
  resolving: "Contacts become recipients",
  resolved: "The recipients are known",
  started: "Sending began",
  paused: "Paused:",
  resumed: "Resumed",
  completed: "Completed",
  cancelled: "Cancelled",
  expired: "Expired",
  failed: "Failed:",
  limited: "The provider makes the sender wait:",
  unlimited: "The provider takes messages again",
  tested: "A test was sent",
  opt_outs_held: "Opt-outs of the provider are held",
  opt_outs_applied: "Held opt-outs were applied",
  opt_outs_dismissed: "Held opt-outs were dismissed"
} as const

const titleOf = (type: string): string => {
  const found = keysOf(happenedTitles).find((one) => type === `broadcast.${one}`)
  return found === undefined ? type : happenedTitles[found]
}

/** What happened to a broadcast, the newest first. */
export const Happened = ({ events }: { readonly events: ReadonlyArray<LiveEvent> }) => (
  <ol class="broadcasts-events">
    {events.map(({ at, cursor, reason, type }) => (
      <li key={cursor}>
        <span>
          {titleOf(type)}
          {reason !== null && <span class="quiet"> {reason}</span>}
        </span>
        <Instant iso={at} />
      </li>
    ))}
  </ol>
)
