import { Schema } from "effect"
import { Flag } from "effect/cli"
import { jsonFlag, on, optional } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

/** `rollcall events`: what happened, for another program to read. The module behind it is loaded when it runs. */
export const eventsCommand = targetCommands(() => import("./PrintEvents.ts"))(
  "events",
  "Print what happened to contacts, imports and broadcasts, as a line of JSON for each event.",
  {
    after: optional(
      "after",
      "Continue after the event with this cursor; the oldest one comes first where none is given"
    ),
    types: optional("types", "Only events of these types, with commas between, such as contact.created,contact.erased"),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many events at most; all where it is not given"),
      Flag.withSchema(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
      Flag.optional
    ),
    follow: on("follow", "Wait for the events that happen, until it is interrupted"),
    json: jsonFlag.pipe(Flag.withDescription("Changes nothing: events are always JSON"))
  },
  ({ printEvents }) => printEvents,
  [
    {
      command: "rollcall events --types broadcast.paused,broadcast.failed --follow",
      description: "See at once when a broadcast needs somebody"
    }
  ]
)
