import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { targetFlags } from "../../targets/TargetFlags.ts"
import { orderFlag, setFlags, shownFlags, whereFlag, words } from "./SearchFlags.ts"

const searching = Effect.promise(() => import("./SearchContacts.ts"))

const listCommand = Command.make(
  "list",
  {
    list: Flag.String("list").pipe(
      Flag.withDescription("Only the contacts on this list, by its name or UUID, without archived ones"),
      Flag.optional
    ),
    segment: Flag.String("segment").pipe(
      Flag.withDescription("Only the contacts in this segment, by its name or UUID"),
      Flag.optional
    ),
    sort: orderFlag,
    ...shownFlags,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, token, url, workspace, ...input }) {
    const { listContacts } = yield* searching
    return yield* listContacts(input, { database, token, url, workspace })
  })
).pipe(Command.withDescription("List contacts, archived ones too, newest first."))

const searchCommand = Command.make(
  "search",
  {
    words,
    where: whereFlag,
    ...setFlags,
    body: Flag.String("body").pipe(
      Flag.withDescription(
        "The whole search in JSON, as the API takes it, in the place of words, filters, lists and order"
      ),
      Flag.optional
    ),
    sort: Flag.String("sort").pipe(
      Flag.withDescription("The field or custom field that they are ordered by; newest first where it is not given"),
      Flag.optional
    ),
    ...shownFlags,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, token, url, workspace, ...input }) {
    const { searchContacts } = yield* searching
    return yield* searchContacts(input, { database, token, url, workspace })
  })
).pipe(
  Command.withDescription("Search contacts by words, filters, lists and segments: all of them count."),
  Command.withExamples([
    { command: "rollcall contacts search zoe muller", description: "Find Zoë Müller" },
    {
      command: 'rollcall contacts search --where "city:equals:Berlin" --where "visits:range:10..20" --sort email',
      description: "Find contacts by their fields"
    }
  ])
)

/** `rollcall contacts list` and `search`. The modules behind them are loaded when one runs. */
export const searchCommands = [listCommand, searchCommand] as const
