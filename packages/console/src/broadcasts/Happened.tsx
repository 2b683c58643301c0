import type { LiveEvent } from "../api/Follow.ts"
import { text } from "../texts/Text.ts"
import { Instant } from "../ui/Instant.tsx"

const known = [
  "accepted",
  "resolving",
  "resolved",
  "started",
  "paused",
  "resumed",
  "completed",
  "cancelled",
  "expired",
  "failed",
  "limited",
  "unlimited",
  "tested",
  "opt_outs_held",
  "opt_outs_applied",
  "opt_outs_dismissed"
] as const

const titleOf = (type: string): string => {
  const found = known.find((one) => type === `broadcast.${one}`)
  return found === undefined ? type : text(`broadcasts.happened.${found}`)
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
