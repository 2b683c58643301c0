import type { LiveEvent } from "../api/Follow.ts"
import { titleIn } from "../reading/Reader.ts"
import { Instant } from "../ui/Instant.tsx"

export const happenedTitles = {
  "broadcast.accepted": "Created",
  "broadcast.resolving": "Preparing recipients",
  "broadcast.resolved": "Recipients ready",
  "broadcast.started": "Sending started",
  "broadcast.paused": "Paused:",
  "broadcast.resumed": "Resumed",
  "broadcast.completed": "Completed",
  "broadcast.cancelled": "Cancelled",
  "broadcast.expired": "Expired",
  "broadcast.failed": "Failed:",
  "broadcast.limited": "Slowed down by the provider:",
  "broadcast.unlimited": "The provider accepts messages again",
  "broadcast.tested": "A test was sent",
  "broadcast.opt_outs_held": "Opt-outs from the provider are on hold",
  "broadcast.opt_outs_applied": "Opt-outs on hold were applied",
  "broadcast.opt_outs_dismissed": "Opt-outs on hold were dismissed"
} as const satisfies Record<Extract<LiveEvent["type"], `broadcast.${string}`>, string>

/** The events of a broadcast, newest first. */
export const Happened = ({ events }: { readonly events: ReadonlyArray<LiveEvent> }) => (
  <ol class="broadcasts-events">
    {events.map(({ at, cursor, reason, type }) => (
      <li key={cursor}>
        <span>
          {titleIn(happenedTitles, type)}
          {reason !== null && <span class="quiet"> {reason}</span>}
        </span>
        <Instant iso={at} />
      </li>
    ))}
  </ol>
)
