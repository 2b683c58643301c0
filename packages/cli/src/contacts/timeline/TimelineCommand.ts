import { ContactUuid } from "@rollcall/core"
import { TimelineType } from "@rollcall/core/people"
import { Argument, Flag } from "effect/cli"
import { argument, limit } from "../../targets/Flags.ts"
import { targetCommands } from "../../targets/TargetCommand.ts"

export const timelineCommand = targetCommands(() => import("./ShowTimeline.ts"))(
  "timeline",
  "Show the timeline of a contact, newest first.",
  {
    uuid: argument("uuid", "The UUID of the contact").pipe(Argument.withSchema(ContactUuid)),
    types: Flag.Literals("type", TimelineType.literals).pipe(
      Flag.withDescription("Only items of this type; may be repeated"),
      Flag.atLeast(0)
    ),
    limit: limit("The maximum number to print")
  },
  ({ showTimeline }) => showTimeline,
  [
    {
      command: "rollcall contacts timeline 0197a000-0000-7000-8000-0000000000aa --type message_in --type message_out",
      description: "Show messages to and from a contact"
    }
  ]
)
