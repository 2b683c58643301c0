import type { LiveEvent } from "../api/Follow.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { titleIn } from "../reading/Reader.ts"
import { Instant } from "../ui/Instant.tsx"

type EventType = AnswerOf<"GET /v1/events">["events"][number]["type"]

/** The titles of what happens to a broadcast, by the types of its events. */
export const happenedTitles = {
  "broadcast.accepted": "Accepted",
  "broadcast.resolving": "Contacts become recipients",
  "broadcast.resolved": "The recipients are known",
  "broadcast.started": "Sending began",
  "broadcast.paused": "Paused:",
  "broadcast.resumed": "Resumed",
  "broadcast.completed": "Completed",
  "broadcast.cancelled": "Cancelled",
  "broadcast.expired": "Expired",
  "broadcast.failed": "Failed:",
  "broadcast.limited": "The provider makes the sender wait:",
  "broadcast.unlimited": "The provider takes messages again",
  "broadcast.tested": "A test was sent",
  "broadcast.opt_outs_held": "Opt-outs of the provider are held",
  "broadcast.opt_outs_applied": "Held opt-outs were applied",
  "broadcast.opt_outs_dismissed": "Held opt-outs were dismissed"
} as const satisfies Record<Extract<EventType, `broadcast.${string}`>, string>

/** What happened to a broadcast, the newest first. */
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
