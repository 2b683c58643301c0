import { ContactUuid } from "@rollcall/core"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { shownFlags, soughtFlags, soughtInstead } from "../contacts/search/SearchFlags.ts"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const keeping = Effect.promise(() => import("./KeepLists.ts"))

const named = Argument.String("list").pipe(
  Argument.withDescription("The list, by its name in any case, or by its UUID: an archived one by that alone")
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
  { named, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, named, ...flags }) {
    const { showList } = yield* keeping
    return yield* showList(named, json, flags)
  })
).pipe(Command.withDescription("Show a contact list, an archived one too."))

const contactsCommand = Command.make(
  "contacts",
  {
    named,
    archived: Flag.Boolean("include-archived").pipe(
      Flag.withDescription("Archived contacts too"),
      Flag.withDefault(false)
    ),
    limit: shownFlags.limit,
    columns: shownFlags.columns,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ archived, columns, json, limit, named, ...flags }) {
    const { listContacts } = yield* keeping
    return yield* listContacts(named, { archived, columns, json, limit }, flags)
  })
).pipe(Command.withDescription("List the contacts on a list, those added last first."))

const addCommand = Command.make(
  "add",
  {
    named,
    contacts: contacts(0),
    ...soughtFlags,
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ body, contacts, json, lists, named, search, segments, where, ...flags }) {
    const sought = yield* soughtInstead(contacts, { body, lists, search, segments, where })
    if (sought === null) {
      const { addToList } = yield* keeping
      return yield* addToList(named, contacts, json, flags)
    }
    const { addFound } = yield* Effect.promise(() => import("./AddFound.ts"))
    return yield* addFound(named, sought, json, flags)
  })
).pipe(
  Command.withDescription("Add contacts to a list, or all that a search finds. May be repeated."),
  Command.withExamples([
    {
      command: "rollcall lists add Regulars --where city:equals:Berlin",
      description: "Add everyone in Berlin"
    }
  ])
)

const removeCommand = Command.make(
  "remove",
  { named, contacts: contacts(1), json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ contacts, json, named, ...flags }) {
    const { removeFromList } = yield* keeping
    return yield* removeFromList(named, contacts, json, flags)
  })
).pipe(Command.withDescription("Remove contacts from a list. May be repeated."))

const updateCommand = Command.make(
  "update",
  {
    named,
    name: Flag.String("name").pipe(Flag.withDescription("Its name from now on"), Flag.optional),
    emoji: Flag.String("emoji").pipe(Flag.withDescription("One emoji, or `none`"), Flag.optional),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ emoji, json, name, named, ...flags }) {
    const { updateList } = yield* keeping
    return yield* updateList(named, { emoji, name }, json, flags)
  })
).pipe(Command.withDescription("Change the name or the emoji of a list. What is not given stays."))

const archiveCommand = Command.make(
  "archive",
  { named, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, named, ...flags }) {
    const { archiveList } = yield* keeping
    return yield* archiveList(named, json, flags)
  })
).pipe(Command.withDescription("Archive a list: it can be read, and not be changed any more."))

/** `rollcall lists`: the contact lists of a workspace. The module behind a command is loaded when it runs. */
export const listsCommand = Command.make("lists").pipe(
  Command.withDescription("List, make, rename and archive contact lists, and change who is on them."),
  Command.withSubcommands([
    listCommand,
    createCommand,
    showCommand,
    contactsCommand,
    addCommand,
    removeCommand,
    updateCommand,
    archiveCommand
  ])
)
