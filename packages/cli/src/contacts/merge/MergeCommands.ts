import { WireField } from "@rollcall/api"
import { ContactUuid } from "@rollcall/core"
import { Argument } from "effect/cli"
import { argument, limit, many, on, oneOf } from "../../targets/Flags.ts"
import { targetCommands } from "../../targets/TargetCommand.ts"

const command = targetCommands(() => import("./MergeContacts.ts"))

export const mergeCommands = [
  command(
    "merge",
    "Merge a contact into another, or undo a merge.",
    {
      survivor: argument("survivor", "The UUID of the contact to keep").pipe(Argument.withSchema(ContactUuid)),
      from: argument("from", "The UUID of the contact to merge into it. Optional with --undo").pipe(
        Argument.withSchema(ContactUuid),
        Argument.optional
      ),
      keep: many("keep", 'The value to keep, as "email=from" or "email=this"'),
      undo: on("undo", "Undo the last merge into the contact")
    },
    ({ mergeContact, undoMerge }) =>
      (input, flags) =>
        (input.undo ? undoMerge : mergeContact)(input, flags),
    [
      {
        command:
          "rollcall contacts merge 0197a000-0000-7000-8000-0000000000aa 0197a000-0000-7000-8000-0000000000bb --keep email=from",
        description: "Merge the second contact into the first, and keep the e-mail address of the second"
      }
    ]
  ),
  command(
    "duplicates",
    "List contacts that have the same e-mail, number or external id.",
    {
      field: oneOf(
        "field",
        WireField.literals,
        "Only contacts that share this field. A number is in phone_number or chatapp_id"
      ),
      limit: limit("The maximum number of groups to print", 100)
    },
    ({ listDuplicates }) => listDuplicates
  )
] as const
