import { orderFields } from "@rollcall/api"
import { ContactListUuid } from "@rollcall/core"
import { Effect, Schema, Struct } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { jsonFlag } from "../../screen/Output.ts"
import { targetFlags } from "../../targets/TargetFlags.ts"

/** The most contacts that are printed; an export writes any number of them. */
const Limit = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000 }))

const shown = {
  order: Flag.Literals("order", ["asc", "desc"]).pipe(
    Flag.withDescription("Upwards or downwards; contacts without a value come last in both"),
    Flag.optional
  ),
  limit: Flag.Int("limit").pipe(
    Flag.withDescription("Print at most so many"),
    Flag.withSchema(Limit),
    Flag.withDefault(50)
  ),
  columns: Flag.String("columns").pipe(
    Flag.withDescription('What is printed of each: fields and keys of custom fields, as in "uuid,email,city"'),
    Flag.optional
  ),
  json: jsonFlag
}

const searching = Effect.promise(() => import("./SearchContacts.ts"))

const listCommand = Command.make(
  "list",
  {
    list: Flag.String("list").pipe(
      Flag.withDescription("The UUID of a list: only its contacts, without archived ones"),
      Flag.withSchema(ContactListUuid),
      Flag.optional
    ),
    sort: Flag.Literals("sort", Struct.keys(orderFields)).pipe(
      Flag.withDescription("What they are ordered by; newest first where it is not given"),
      Flag.optional
    ),
    ...shown,
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
    words: Argument.String("words").pipe(
      Argument.withDescription("Words that all occur in names, identifiers or addresses, with whatever accents"),
      Argument.variadic()
    ),
    where: Flag.String("where").pipe(
      Flag.withDescription(
        'A filter as "field:operator:value", such as "email:ends_with:@example.org"; may be repeated, and all count'
      ),
      Flag.atLeast(0)
    ),
    body: Flag.String("body").pipe(
      Flag.withDescription("The whole search in JSON, as the API takes it, in the place of words, filters and order"),
      Flag.optional
    ),
    sort: Flag.String("sort").pipe(
      Flag.withDescription("The field or custom field that they are ordered by; newest first where it is not given"),
      Flag.optional
    ),
    ...shown,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ database, token, url, workspace, ...input }) {
    const { searchContacts } = yield* searching
    return yield* searchContacts(input, { database, token, url, workspace })
  })
).pipe(
  Command.withDescription("Search contacts by words and filters."),
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
