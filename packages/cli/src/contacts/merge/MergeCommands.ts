import { WireField } from "@rollcall/api"
import { ContactUuid } from "@rollcall/core"
import { Effect, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../../screen/Output.ts"
import { targetFlags } from "../../targets/TargetFlags.ts"

const merging = Effect.promise(() => import("./MergeContacts.ts"))

const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100 }))

const mergeCommand = Command.make(
  "merge",
  {
    survivor: Argument.String("survivor").pipe(
      Argument.withDescription("The UUID of the contact that survives"),
      Argument.withSchema(ContactUuid)
    ),
    from: Argument.String("from").pipe(
      Argument.withDescription("The UUID of the contact that is merged into it; with --undo it may be left out"),
      Argument.withSchema(ContactUuid),
      Argument.optional
    ),
    keep: Flag.String("keep").pipe(
      Flag.withDescription('Whose value stays, as "email=from" or "email=this"; may be repeated'),
      Flag.atLeast(0)
    ),
    undo: Flag.Boolean("undo").pipe(
      Flag.withDescription("Undo the last merge into the contact"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ from, json, keep, survivor, undo, ...flags }) {
    const { mergeContact, undoMerge } = yield* merging
    return yield* undo
      ? undoMerge({ survivor, from, keep, json }, flags)
      : mergeContact({ survivor, from, keep, json }, flags)
  })
).pipe(
  Command.withDescription("Merge a contact into another one, or make them two contacts again."),
  Command.withExamples([
    {
      command:
        "rollcall contacts merge 0197a000-0000-7000-8000-0000000000aa 0197a000-0000-7000-8000-0000000000bb --keep email=from",
      description: "Merge the second contact into the first, and keep the e-mail address of the second"
    }
  ])
)

const duplicatesCommand = Command.make(
  "duplicates",
  {
    field: Flag.Literals("field", WireField.literals).pipe(
      Flag.withDescription("Only contacts that have this in common; a number is one in phone_number or in chatapp_id"),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(
      Flag.withDescription("Print at most so many groups"),
      Flag.withSchema(Limit),
      Flag.withDefault(50)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ field, json, limit, ...flags }) {
    const { listDuplicates } = yield* merging
    return yield* listDuplicates({ field, json, limit }, flags)
  })
).pipe(Command.withDescription("List contacts that have the same e-mail, number or external id."))

/** `rollcall contacts merge` and `duplicates`. The module behind them is loaded when one runs. */
export const mergeCommands = [mergeCommand, duplicatesCommand] as const
