import { ContactListUuid, ContactUuid } from "@rollcall/core"
import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { CommandRefused } from "../CommandRefused.ts"
import { shownFlags, whereFlag } from "../contacts/search/SearchFlags.ts"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const keeping = Effect.promise(() => import("./KeepLists.ts"))

const uuid = Argument.String("list").pipe(
  Argument.withDescription("The UUID of the list, as it is listed"),
  Argument.withSchema(ContactListUuid)
)

const contacts = (min: number) =>
  Argument.String("contact").pipe(
    Argument.withDescription("The UUIDs of the contacts"),
    Argument.withSchema(ContactUuid),
    Argument.variadic({ min })
  )

const listCommand = Command.make(
  "list",
  {
    status: Flag.Literals("status", ["active", "archived"]).pipe(
      Flag.withDescription("Active lists or archived ones"),
      Flag.withDefault("active")
    ),
    search: Flag.String("search").pipe(Flag.withDescription("A part of the name, in any case"), Flag.optional),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ json, search, status, ...flags }) {
    const { listLists } = yield* keeping
    return yield* listLists({ status, search }, json, flags)
  })
).pipe(Command.withDescription("List the contact lists of a workspace by name, with how many contacts each has."))

const createCommand = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("The name; several lists may have it")),
    emoji: Flag.String("emoji").pipe(Flag.withDescription("One emoji"), Flag.optional),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ emoji, json, name, ...flags }) {
    const { createList } = yield* keeping
    return yield* createList({ name, emoji }, json, flags)
  })
).pipe(Command.withDescription("Create a contact list, and print its UUID."))

const showCommand = Command.make(
  "show",
  { uuid, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { showList } = yield* keeping
    return yield* showList(uuid, json, flags)
  })
).pipe(Command.withDescription("Show a contact list, an archived one too."))

const contactsCommand = Command.make(
  "contacts",
  {
    uuid,
    archived: Flag.Boolean("include-archived").pipe(
      Flag.withDescription("Archived contacts too"),
      Flag.withDefault(false)
    ),
    limit: shownFlags.limit,
    columns: shownFlags.columns,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ archived, columns, json, limit, uuid, ...flags }) {
    const { listContacts } = yield* keeping
    return yield* listContacts(uuid, { archived, columns, json, limit }, flags)
  })
).pipe(Command.withDescription("List the contacts on a list, those added last first."))

const addCommand = Command.make(
  "add",
  {
    uuid,
    contacts: contacts(0),
    search: Flag.String("search").pipe(
      Flag.withDescription("Instead of contacts, all that have these words, as contacts search finds them"),
      Flag.optional
    ),
    where: whereFlag,
    body: Flag.String("body").pipe(
      Flag.withDescription("The whole search in JSON, as the API takes it, in the place of words and filters"),
      Flag.optional
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ body, contacts, json, search, uuid, where, ...flags }) {
    const searches = Option.isSome(search) || where.length > 0 || Option.isSome(body)
    if (searches === contacts.length > 0) {
      const message = "give the UUIDs of contacts, or a search by --search, --where or --body: one of both"
      return yield* new CommandRefused({ message })
    }
    if (!searches) {
      const { addToList } = yield* keeping
      return yield* addToList(uuid, contacts, json, flags)
    }
    const { addFound } = yield* Effect.promise(() => import("./AddFound.ts"))
    return yield* addFound(uuid, { words: Option.toArray(search), where, body }, json, flags)
  })
).pipe(
  Command.withDescription("Add contacts to a list, or all that a search finds. May be repeated."),
  Command.withExamples([
    {
      command: "rollcall lists add 0197a000-0000-7000-8000-0000000000cc --where city:equals:Berlin",
      description: "Add everyone in Berlin"
    }
  ])
)

const removeCommand = Command.make(
  "remove",
  { uuid, contacts: contacts(1), json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ contacts, json, uuid, ...flags }) {
    const { removeFromList } = yield* keeping
    return yield* removeFromList(uuid, contacts, json, flags)
  })
).pipe(Command.withDescription("Remove contacts from a list. May be repeated."))

const archiveCommand = Command.make(
  "archive",
  { uuid, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { archiveList } = yield* keeping
    return yield* archiveList(uuid, json, flags)
  })
).pipe(Command.withDescription("Archive a list: it can be read, and not be changed any more."))

/** `rollcall lists`: the contact lists of a workspace. The module behind a command is loaded when it runs. */
export const listsCommand = Command.make("lists").pipe(
  Command.withDescription("List, make and archive contact lists, and change who is on them."),
  Command.withSubcommands([
    listCommand,
    createCommand,
    showCommand,
    contactsCommand,
    addCommand,
    removeCommand,
    archiveCommand
  ])
)
