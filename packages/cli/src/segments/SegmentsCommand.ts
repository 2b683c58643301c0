import { ContactUuid } from "@rollcall/core"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { orderFlag, setFlags, shownFlags, whereFlag, words } from "../contacts/search/SearchFlags.ts"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const keeping = Effect.promise(() => import("./KeepSegments.ts"))

const named = Argument.String("segment").pipe(
  Argument.withDescription("The segment, by its name in any case, or by its UUID: an archived one by that alone")
)

const body = Flag.String("body").pipe(
  Flag.withDescription("The whole search in JSON, as the API takes it, in the place of words, filters and lists"),
  Flag.optional
)

const listCommand = Command.make(
  "list",
  {
    status: Flag.Literals("status", ["active", "archived"]).pipe(
      Flag.withDescription("Active segments or archived ones"),
      Flag.withDefault("active")
    ),
    search: Flag.String("search").pipe(Flag.withDescription("A part of the name, in any case"), Flag.optional),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, search, status, ...flags }) {
    const { listSegments } = yield* keeping
    return yield* listSegments({ status, search }, json, flags)
  })
).pipe(Command.withDescription("List the segments of a workspace by name, and what is broken of them."))

const createCommand = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("The name; several segments may have it")),
    words,
    where: whereFlag,
    ...setFlags,
    body,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ body, json, lists, name, segments, where, words, ...flags }) {
    const { createSegment } = yield* keeping
    return yield* createSegment({ name, body, lists, segments, where, words }, json, flags)
  })
).pipe(
  Command.withDescription("Create a segment of a search, and print its UUID. Without words and filters all are in it."),
  Command.withExamples([
    {
      command:
        'rollcall segments create "Berlin, with a phone" --where "city:equals:Berlin" --where phone_number:exists',
      description: "Name the contacts that two filters find"
    }
  ])
)

const showCommand = Command.make(
  "show",
  { named, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, named, ...flags }) {
    const { showSegment } = yield* keeping
    return yield* showSegment(named, json, flags)
  })
).pipe(Command.withDescription("Show a segment with its search, an archived one too."))

const contactsCommand = Command.make(
  "contacts",
  { named, sort: orderFlag, ...shownFlags, ...targetFlags },
  Effect.fnUntraced(function* ({ database, named, token, url, workspace, ...input }) {
    const { listContacts } = yield* keeping
    return yield* listContacts(named, input, { database, token, url, workspace })
  })
).pipe(Command.withDescription("List the contacts that are in a segment now, archived ones too, newest first."))

const updateCommand = Command.make(
  "update",
  {
    named,
    words,
    name: Flag.String("name").pipe(Flag.withDescription("Its name from now on"), Flag.optional),
    where: whereFlag,
    ...setFlags,
    body,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ body, json, lists, name, named, segments, where, words, ...flags }) {
    const { updateSegment } = yield* keeping
    return yield* updateSegment(named, { name, body, lists, segments, where, words }, json, flags)
  })
).pipe(
  Command.withDescription("Change the name of a segment, or its search. Words and filters replace the search before.")
)

const containsCommand = Command.make(
  "contains",
  {
    named,
    contact: Argument.String("contact").pipe(
      Argument.withDescription("The UUID of the contact"),
      Argument.withSchema(ContactUuid)
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ contact, json, named, ...flags }) {
    const { checkContact } = yield* keeping
    return yield* checkContact(named, contact, json, flags)
  })
).pipe(Command.withDescription("Say whether a contact is in a segment now. Ends with 1 where it is not."))

const archiveCommand = Command.make(
  "archive",
  { named, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, named, ...flags }) {
    const { archiveSegment } = yield* keeping
    return yield* archiveSegment(named, json, flags)
  })
).pipe(Command.withDescription("Archive a segment: it can be read, and not be changed any more."))

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
