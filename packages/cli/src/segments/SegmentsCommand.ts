import { SegmentUuid } from "@rollcall/core/shared"
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { orderFlag, shownFlags, whereFlag, words } from "../contacts/search/SearchFlags.ts"
import { jsonFlag } from "../screen/Output.ts"
import { targetFlags } from "../targets/TargetFlags.ts"

const keeping = Effect.promise(() => import("./KeepSegments.ts"))

const uuid = Argument.String("uuid").pipe(
  Argument.withDescription("The UUID of the segment, as it is listed"),
  Argument.withSchema(SegmentUuid)
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
    body: Flag.String("body").pipe(
      Flag.withDescription("The whole search in JSON, as the API takes it, in the place of words and filters"),
      Flag.optional
    ),
    json: jsonFlag,
    ...targetFlags
  },
  Effect.fnUntraced(function* ({ body, json, name, where, words, ...flags }) {
    const { createSegment } = yield* keeping
    return yield* createSegment({ name, body, where, words }, json, flags)
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
  { uuid, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { showSegment } = yield* keeping
    return yield* showSegment(uuid, json, flags)
  })
).pipe(Command.withDescription("Show a segment with its search, an archived one too."))

const contactsCommand = Command.make(
  "contacts",
  { uuid, sort: orderFlag, ...shownFlags, ...targetFlags },
  Effect.fnUntraced(function* ({ database, token, url, uuid, workspace, ...input }) {
    const { listContacts } = yield* keeping
    return yield* listContacts(uuid, input, { database, token, url, workspace })
  })
).pipe(Command.withDescription("List the contacts that are in a segment now, archived ones too, newest first."))

const archiveCommand = Command.make(
  "archive",
  { uuid, json: jsonFlag, ...targetFlags },
  Effect.fnUntraced(function* ({ json, uuid, ...flags }) {
    const { archiveSegment } = yield* keeping
    return yield* archiveSegment(uuid, json, flags)
  })
).pipe(Command.withDescription("Archive a segment: it can be read, and not be changed any more."))

/** `rollcall segments`: the named searches of a workspace. The module behind a command is loaded when it runs. */
export const segmentsCommand = Command.make("segments").pipe(
  Command.withDescription("List, make, show and archive segments, which are searches with a name."),
  Command.withSubcommands([listCommand, createCommand, showCommand, contactsCommand, archiveCommand])
)
