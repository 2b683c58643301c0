import { ContactUuid } from "@rollcall/core"
import { OptOutScope } from "@rollcall/core/people"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../screen/Output.ts"
import { soughtFlags, soughtInstead } from "./search/SearchFlags.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const uuidsOf = (min: number) =>
  Argument.String("uuid").pipe(
    Argument.withDescription("The UUIDs of the contacts"),
    Argument.withSchema(ContactUuid),
    Argument.variadic({ min })
  )
const uuids = uuidsOf(1)

const changing = Effect.promise(() => import("./ChangeContacts.ts"))
const ofSearches = Effect.promise(() => import("./OptFoundOut.ts"))

const archiveCommand = Command.make(
  "archive",
  { uuids, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuids, ...flags }) {
    const { archiveContacts } = yield* changing
    return yield* archiveContacts(uuids, json, flags)
  })
).pipe(Command.withDescription("Archive contacts: lists leave them out, and they can be restored."))

const unarchiveCommand = Command.make(
  "unarchive",
  { uuids, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuids, ...flags }) {
    const { unarchiveContacts } = yield* changing
    return yield* unarchiveContacts(uuids, json, flags)
  })
).pipe(Command.withDescription("Restore archived contacts."))

const optOutCommand = Command.make(
  "opt-out",
  {
    uuids: uuidsOf(0),
    scope: Flag.Literals("scope", OptOutScope.literals).pipe(
      Flag.withDescription("What they get no more: marketing templates, or all messages"),
      Flag.withDefault("all")
    ),
    ...soughtFlags,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ body, json, lists, scope, search, segments, uuids, where, ...flags }) {
    const sought = yield* soughtInstead(uuids, { body, lists, search, segments, where })
    if (sought !== null) {
      const { optFound } = yield* ofSearches
      return yield* optFound(sought, { action: "opt_out", scope }, json, flags)
    }
    const { optContactsOut } = yield* changing
    return yield* optContactsOut(uuids, { json, scope }, flags)
  })
).pipe(
  Command.withDescription(
    "Opt contacts out, or all that a search finds: broadcasts leave out their numbers, and reject what is not yet sent."
  ),
  Command.withExamples([
    {
      command: "rollcall contacts opt-out --list Regulars --scope marketing",
      description: "Opt everyone on a list out of marketing"
    }
  ])
)

const optInCommand = Command.make(
  "opt-in",
  { uuids: uuidsOf(0), ...soughtFlags, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ body, json, lists, search, segments, uuids, where, ...flags }) {
    const sought = yield* soughtInstead(uuids, { body, lists, search, segments, where })
    if (sought !== null) {
      const { optFound } = yield* ofSearches
      return yield* optFound(sought, { action: "opt_in" }, json, flags)
    }
    const { optContactsIn } = yield* changing
    return yield* optContactsIn(uuids, json, flags)
  })
).pipe(
  Command.withDescription("Take the opt-outs of contacts back, or of all that a search finds, for later broadcasts.")
)

const eraseCommand = Command.make(
  "erase",
  {
    uuids,
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Do not ask; needed where there is no terminal"),
      Flag.withDefault(false)
    ),
    proof: Flag.Boolean("proof").pipe(
      Flag.withDescription("Print what was removed of each, in numbers"),
      Flag.withDefault(false)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, proof, uuids, yes, ...flags }) {
    const { eraseContacts } = yield* changing
    return yield* eraseContacts(uuids, { json, proof, yes }, flags)
  })
).pipe(
  Command.withDescription(
    "Erase contacts for good, with their notes, their values and their places on lists, after asking."
  )
)

/**
 * `rollcall contacts archive`, `unarchive`, `opt-out`, `opt-in` and `erase`. The module behind them is loaded when one
 * runs.
 */
export const changeCommands = [archiveCommand, unarchiveCommand, optOutCommand, optInCommand, eraseCommand] as const
