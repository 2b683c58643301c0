import { ContactUuid } from "@rollcall/core"
import { TimelineType } from "@rollcall/core/people"
import { Effect, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../../screen/Output.ts"
import { targetFlags } from "../../targets/TargetFlags.ts"

/** `rollcall contacts timeline`. */
export const timelineCommand = Command.make(
  "timeline",
  {
    uuid: Argument.String("uuid").pipe(
      Argument.withDescription("The UUID of the contact"),
      Argument.withSchema(ContactUuid)
    ),
    types: Flag.Literals("type", TimelineType.literals).pipe(
      Flag.withDescription("Only what is of this type; may be repeated"),
      Flag.atLeast(0)
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("Print at most so many"),
      Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))),
      Flag.withDefault(50)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, token, url, workspace, ...input }) {
    const { showTimeline } = yield* Effect.promise(() => import("./ShowTimeline.ts"))
    return yield* showTimeline(input, { database, token, url, workspace })
  })
).pipe(
  Command.withDescription("Show what happened with a contact, newest first."),
  Command.withExamples([
    {
      command: "rollcall contacts timeline 0197a000-0000-7000-8000-0000000000aa --type message_in --type message_out",
      description: "Show what was written to a person, and what the person wrote"
    }
  ])
)
