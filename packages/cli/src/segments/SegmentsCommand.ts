import { ContactUuid } from "@rollcall/core"
import { Argument, Command } from "effect/cli"
import { orderFlag, setFlags, shownFlags, whereFlag, words } from "../contacts/search/SearchFlags.ts"
import { argument, optional, status } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepSegments.ts"))

const named = argument("segment", "The segment, by its name in any case, or by its UUID: an archived one by that alone")

const searched = {
  where: whereFlag,
  ...setFlags,
  body: optional("body", "The whole search in JSON, as the API takes it, in the place of words, filters and lists")
}

const listCommand = command(
  "list",
  "List the segments of a workspace by name, and what is broken of them.",
  { status: status("segments"), search: optional("search", "A part of the name, in any case") },
  ({ listSegments }) => listSegments
)

const createCommand = command(
  "create",
  "Create a segment of a search, and print its UUID. Without words and filters all are in it.",
  { name: argument("name", "The name; several segments may have it"), words, ...searched },
  ({ createSegment }) => createSegment,
  [
    {
      command:
        'rollcall segments create "Berlin, with a phone" --where "city:equals:Berlin" --where phone_number:exists',
      description: "Name the contacts that two filters find"
    }
  ]
)

const showCommand = command(
  "show",
  "Show a segment with its search, an archived one too.",
  { named },
  ({ showSegment }) => showSegment
)

const contactsCommand = command(
  "contacts",
  "List the contacts that are in a segment now, archived ones too, newest first.",
  { named, sort: orderFlag, ...shownFlags },
  ({ listContacts }) => listContacts
)

const updateCommand = command(
  "update",
  "Change the name of a segment, or its search. Words and filters replace the search before.",
  { named, words, name: optional("name", "Its name from now on"), ...searched },
  ({ updateSegment }) => updateSegment
)

const containsCommand = command(
  "contains",
  "Say whether a contact is in a segment now. Ends with 1 where it is not.",
  { named, contact: argument("contact", "The UUID of the contact").pipe(Argument.withSchema(ContactUuid)) },
  ({ checkContact }) => checkContact
)

const archiveCommand = command(
  "archive",
  "Archive a segment: it can be read, and not be changed any more.",
  { named },
  ({ archiveSegment }) => archiveSegment
)

/** `rollcall segments`: the named searches of a workspace. The module behind a command is loaded when it runs. */
export const segmentsCommand = Command.make("segments").pipe(
  Command.withDescription("List, make, show, change and archive segments, which are searches with a name."),
  Command.withSubcommands([
    listCommand,
    createCommand,
    showCommand,
    contactsCommand,
    containsCommand,
    updateCommand,
    archiveCommand
  ])
)
