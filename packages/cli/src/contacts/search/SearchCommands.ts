import { optional } from "../../targets/Flags.ts"
import { targetCommands } from "../../targets/TargetCommand.ts"
import { orderFlag, setFlags, shownFlags, whereFlag, words } from "./SearchFlags.ts"

const command = targetCommands(() => import("./SearchContacts.ts"))

export const searchCommands = [
  command(
    "list",
    "List contacts, including archived contacts, newest first.",
    {
      list: optional("list", "Only contacts on this list, by its name or UUID, without archived contacts"),
      segment: optional("segment", "Only the contacts in this segment, by its name or UUID"),
      sort: orderFlag,
      ...shownFlags
    },
    ({ listContacts }) => listContacts
  ),
  command(
    "search",
    "Search contacts by words, filters, lists and segments. All must match.",
    {
      words,
      where: whereFlag,
      ...setFlags,
      body: optional("body", "The whole search as JSON for the API, instead of words, filters, lists and order"),
      sort: optional("sort", "The field or custom field to sort by. The default is newest first"),
      ...shownFlags
    },
    ({ searchContacts }) => searchContacts,
    [
      { command: "rollcall contacts search zoe muller", description: "Find Zoë Müller" },
      {
        command: 'rollcall contacts search --where "city:equals:Berlin" --where "visits:range:10..20" --sort email',
        description: "Find contacts by their fields"
      }
    ]
  )
] as const
