import { ContactUuid } from "@rollcall/core"
import { OptOutScope } from "@rollcall/core/people"
import { Effect } from "effect"
import { Argument, Flag } from "effect/cli"
import { argument, on } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"
import { soughtFlags, soughtInstead } from "./search/SearchFlags.ts"

const command = targetCommands(() => import("./ChangeContacts.ts"))

const uuids = (min: number) =>
  argument("uuid", "The UUIDs of the contacts").pipe(Argument.withSchema(ContactUuid), Argument.variadic({ min }))

export const changeCommands = [
  command(
    "archive",
    "Archive contacts. Lists and audiences exclude them. You can restore them.",
    { uuids: uuids(1) },
    ({ archiveContacts }) => archiveContacts
  ),
  command("unarchive", "Restore archived contacts.", { uuids: uuids(1) }, ({ unarchiveContacts }) => unarchiveContacts),
  command(
    "opt-out",
    "Opt out contacts, or all contacts that a search finds. Broadcasts exclude their numbers and reject messages not yet sent.",
    {
      uuids: uuids(0),
      scope: Flag.Literals("scope", OptOutScope.literals).pipe(
        Flag.withDescription("The messages to stop: marketing templates, or all messages"),
        Flag.withDefault("all")
      ),
      ...soughtFlags
    },
    ({ optContactsOut, optFound }) =>
      (input, flags) =>
        Effect.flatMap(soughtInstead(input.uuids, input), (sought) =>
          sought === null
            ? optContactsOut(input, flags)
            : optFound({ sought, change: { action: "opt_out", scope: input.scope }, json: input.json }, flags)
        ),
    [
      {
        command: "rollcall contacts opt-out --list Regulars --scope marketing",
        description: "Opt everyone on a list out of marketing"
      }
    ]
  ),
  command(
    "opt-in",
    "Opt contacts in again, or all contacts that a search finds. Applies to later broadcasts.",
    { uuids: uuids(0), ...soughtFlags },
    ({ optContactsIn, optFound }) =>
      (input, flags) =>
        Effect.flatMap(soughtInstead(input.uuids, input), (sought) =>
          sought === null
            ? optContactsIn(input, flags)
            : optFound({ sought, change: { action: "opt_in" }, json: input.json }, flags)
        )
  ),
  command(
    "erase",
    "Erase contacts with their notes, values and list memberships, after asking. You can't undo this.",
    {
      uuids: uuids(1),
      yes: on("yes", "Don't ask. Required without a terminal"),
      proof: on("proof", "Print how many items were removed for each contact")
    },
    ({ eraseContacts }) => eraseContacts
  )
] as const
