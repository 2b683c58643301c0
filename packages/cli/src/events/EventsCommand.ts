import { Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

/** `rollcall events`: what happened, for another program to read. The module behind it is loaded when it runs. */
export const eventsCommand = Command.make(
  "events",
  {
    after: Flag.String("after").pipe(
      Flag.withDescription("Continue after the event with this cursor; the oldest one comes first where none is given"),
      Flag.optional
    ),
    types: Flag.String("types").pipe(
      Flag.withDescription("Only events of these types, with commas between, such as contact.created,contact.erased"),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("How many events at most; all where it is not given"),
      Flag.withSchema(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
      Flag.optional
    ),
    follow: Flag.Boolean("follow").pipe(
      Flag.withDescription("Wait for the events that happen, until it is interrupted"),
      Flag.withDefault(false)
    ),
    json: jsonFlag.pipe(Flag.withDescription("Changes nothing: events are always JSON")),
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, token, url, workspace, ...input }) {
    const { printEvents } = yield* Effect.promise(() => import("./PrintEvents.ts"))
    return yield* printEvents(input, { database, token, url, workspace })
  })
).pipe(
  Command.withDescription("Print what happened to contacts, imports and broadcasts, as a line of JSON for each event."),
  Command.withExamples([
    {
      command: "rollcall events --types broadcast.paused,broadcast.failed --follow",
      description: "See at once when a broadcast needs somebody"
    }
  ])
)
