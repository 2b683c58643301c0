import { ContactUuid } from "@rollcall/core"
import { Argument, Command } from "effect/cli"
import { orderFlag, setFlags, shownFlags, whereFlag, words } from "../contacts/search/SearchFlags.ts"
import { argument, optional, status } from "../targets/Flags.ts"
import { targetCommands } from "../targets/TargetCommand.ts"

const command = targetCommands(() => import("./KeepSegments.ts"))

const named = argument(
  "segment",
  "The segment, by its name (ignoring case) or UUID. An archived segment only by its UUID"
)

const searched = {
  where: whereFlag,
  ...setFlags,
  body: optional("body", "The whole search as JSON for the API, instead of words, filters and lists")
}

export const segmentsCommand = Command.make("segments").pipe(
  Command.withDescription("List, create, show, change and archive segments (saved searches)."),
  Command.withSubcommands([
    command(
      "list",
      "List the segments of a workspace by name, and which are broken.",
      { status: status("segments"), search: optional("search", "A part of the name, ignoring case") },
      ({ listSegments }) => listSegments
    ),
    command(
      "create",
      "Create a segment from a search, and print its UUID. Without words and filters it has all contacts.",
      { name: argument("name", "The name. It need not be unique"), words, ...searched },
      ({ createSegment }) => createSegment,
      [
        {
          command:
            'rollcall segments create "Berlin, with a phone" --where "city:equals:Berlin" --where phone_number:exists',
          description: "Save a search with two filters"
        }
      ]
    ),
    command("show", "Show a segment with its search, active or archived.", { named }, ({ showSegment }) => showSegment),
    command(
      "contacts",
      "List the contacts in a segment now, including archived contacts, newest first.",
      { named, sort: orderFlag, ...shownFlags },
      ({ listContacts }) => listContacts
    ),
    command(
      "contains",
      "Check whether a contact is in a segment now. Exits with 1 if it isn't.",
      { named, contact: argument("contact", "The UUID of the contact").pipe(Argument.withSchema(ContactUuid)) },
      ({ checkContact }) => checkContact
    ),
    command(
      "update",
      "Change the name or the search of a segment. Words and filters replace the whole search.",
      { named, words, name: optional("name", "The new name"), ...searched },
      ({ updateSegment }) => updateSegment
    ),
    command(
      "archive",
      "Archive a segment. It can still be read but not changed.",
      { named },
      ({ archiveSegment }) => archiveSegment
    )
  ])
)
