import { ContactUuid } from "@rollcall/core"
import { Effect, Struct } from "effect"
import { Argument, Command } from "effect/cli"
import { shownFlags, soughtFlags, soughtInstead } from "../contacts/search/SearchFlags.ts"
import { argument, on, optional, status } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepLists.ts"))

const named = argument("list", "The list, by its name (ignoring case) or UUID. An archived list only by its UUID")

const contacts = (min: number) =>
  argument("contact", "The UUIDs of the contacts").pipe(Argument.withSchema(ContactUuid), Argument.variadic({ min }))

export const listsCommand = Command.make("lists").pipe(
  Command.withDescription("List, create, rename, archive and restore contact lists, and add or remove contacts."),
  Command.withSubcommands([
    command(
      "list",
      "List the contact lists of a workspace by name, with how many contacts each has.",
      { status: status("lists"), search: optional("search", "A part of the name, ignoring case") },
      ({ listLists }) => listLists
    ),
    command(
      "create",
      "Create a contact list, and print its UUID.",
      { name: argument("name", "The name. It need not be unique"), emoji: optional("emoji", "One emoji") },
      ({ createList }) => createList
    ),
    command("show", "Show a contact list, active or archived.", { named }, ({ showList }) => showList),
    command(
      "contacts",
      "List the contacts on a list, most recently added first.",
      {
        named,
        archived: on("include-archived", "Archived contacts too"),
        ...Struct.pick(shownFlags, ["limit", "columns"])
      },
      ({ listContacts }) => listContacts
    ),
    command(
      "add",
      "Add contacts, or all contacts that a search finds, to a list. Safe to repeat.",
      { named, contacts: contacts(0), ...soughtFlags },
      ({ addFound, addToList }) =>
        (input, flags) =>
          Effect.flatMap(soughtInstead(input.contacts, input), (sought) =>
            sought === null ? addToList(input, flags) : addFound({ ...input, sought }, flags)
          ),
      [{ command: "rollcall lists add Regulars --where city:equals:Berlin", description: "Add everyone in Berlin" }]
    ),
    command(
      "remove",
      "Remove contacts from a list. Safe to repeat.",
      { named, contacts: contacts(1) },
      ({ removeFromList }) => removeFromList
    ),
    command(
      "update",
      "Change the name or the emoji of a list.",
      { named, name: optional("name", "The new name"), emoji: optional("emoji", "One emoji, or `none`") },
      ({ updateList }) => updateList
    ),
    command(
      "archive",
      "Archive a list. It can still be read but not changed. You can restore it.",
      { named },
      ({ archiveList }) => archiveList
    ),
    command("unarchive", "Restore an archived list with its contacts.", { named }, ({ unarchiveList }) => unarchiveList)
  ])
)
