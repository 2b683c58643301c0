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

const archiveCommand = command(
  "archive",
  "Archive contacts: lists leave them out, and they can be restored.",
  { uuids: uuids(1) },
  ({ archiveContacts }) => archiveContacts
)

const unarchiveCommand = command(
  "unarchive",
  "Restore archived contacts.",
  { uuids: uuids(1) },
  ({ unarchiveContacts }) => unarchiveContacts
)

const optOutCommand = command(
  "opt-out",
  "Opt contacts out, or all that a search finds: broadcasts leave out their numbers, and reject what is not yet sent.",
  {
    uuids: uuids(0),
    scope: Flag.Literals("scope", OptOutScope.literals).pipe(
      Flag.withDescription("What they get no more: marketing templates, or all messages"),
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
)

const optInCommand = command(
  "opt-in",
  "Take the opt-outs of contacts back, or of all that a search finds, for later broadcasts.",
  { uuids: uuids(0), ...soughtFlags },
  ({ optContactsIn, optFound }) =>
    (input, flags) =>
      Effect.flatMap(soughtInstead(input.uuids, input), (sought) =>
        sought === null
          ? optContactsIn(input, flags)
          : optFound({ sought, change: { action: "opt_in" }, json: input.json }, flags)
      )
)

const eraseCommand = command(
  "erase",
  "Erase contacts for good, with their notes, their values and their places on lists, after asking.",
  {
    uuids: uuids(1),
    yes: on("yes", "Do not ask; needed where there is no terminal"),
    proof: on("proof", "Print what was removed of each, in numbers")
  },
  ({ eraseContacts }) => eraseContacts
)

/**
 * `rollcall contacts archive`, `unarchive`, `opt-out`, `opt-in` and `erase`. The module behind them is loaded when one
 * runs.
 */
export const changeCommands = [archiveCommand, unarchiveCommand, optOutCommand, optInCommand, eraseCommand] as const
