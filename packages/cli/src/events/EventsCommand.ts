import { Schema } from "effect"
import { Flag } from "effect/cli"
import { jsonFlag, on, optional } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

export const eventsCommand = targetCommands(() => import("./PrintEvents.ts"))(
  "events",
  "Print events of contacts, imports and broadcasts, one JSON object per line.",
  {
    after: optional(
      "after",
      "Continue after the event with this cursor. The default is to start with the oldest event"
    ),
    types: optional("types", "Only events of these types, separated by commas, such as contact.created,contact.erased"),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("The maximum number of events. The default is all"),
      Flag.withSchema(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
      Flag.optional
    ),
    follow: on("follow", "Wait for new events until interrupted"),
    json: jsonFlag.pipe(Flag.withDescription("Has no effect: events are always JSON"))
  },
  ({ printEvents }) => printEvents,
  [
    {
      command: "rollcall events --types broadcast.paused,broadcast.failed --follow",
      description: "See when a broadcast pauses or fails"
    }
  ]
)
