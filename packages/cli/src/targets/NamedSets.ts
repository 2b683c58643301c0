import { isNamed } from "@rollcall/contact-files"
import { ContactListUuid } from "@rollcall/core"
import { nearest, SegmentUuid } from "@rollcall/core/operations"
import { Effect, Option, Schema } from "effect"
import { CommandRefused, NotDone } from "../CommandRefused.ts"
import { pageLimit } from "./CustomFieldList.ts"
import { read } from "./Target.ts"

/** What has a name and a uuid. */
interface Named<Uuid extends string = string> {
  readonly uuid: Uuid
  readonly name: string
}

const byName = { status: "active", sort_field: "name", sort_order: "asc" } as const

/** Which of them are asked for: those with this text in their names, or all. */
const partOf = (search: string | null) => (search === null ? {} : { search })

const listsWith = Effect.fnUntraced(function* (search: string | null) {
  const lists: Array<Named<ContactListUuid>> = []
  for (;;) {
    const query = { ...byName, ...partOf(search), limit: pageLimit, offset: lists.length }
    const { contact_lists, pagination } = yield* read((client) => client.contactLists.list({ query }))
    lists.push(...contact_lists)
    if (contact_lists.length === 0 || lists.length >= pagination.total) return lists
  }
})

const segmentsWith = Effect.fnUntraced(function* (search: string | null) {
  const found: Array<Named<SegmentUuid>> = []
  for (;;) {
    const query = { ...byName, ...partOf(search), limit: pageLimit, offset: found.length }
    const { pagination, segments } = yield* read((client) => client.segments.list({ query }))
    found.push(...segments)
    if (segments.length === 0 || found.length >= pagination.total) return found
  }
})

/** The active lists of the workspace, by their names without case. */
export const activeLists = listsWith(null)

/**
 * Makes what finds the one that a text names: by its uuid, which is not looked up, or by its name in any case among those
 * that are active. A name that none of them has, or several have, is refused, with the flag that gave it.
 */
const namedBy = <Uuid extends string, E, R>(
  what: string,
  uuidIn: (text: string) => Option.Option<Uuid>,
  withText: (search: string | null) => Effect.Effect<ReadonlyArray<Named<Uuid>>, E, R>
) =>
  Effect.fnUntraced(function* (flag: string, text: string) {
    const uuid = uuidIn(text.trim().toLowerCase())
    if (Option.isSome(uuid)) return uuid.value
    const [first, ...others] = (yield* withText(text.trim())).filter((one) => isNamed(one, text))
    if (first !== undefined && others.length === 0) return first.uuid
    const given = [flag, JSON.stringify(text)].filter((part) => part !== "").join(" ")
    if (first !== undefined) {
      const uuids = [first, ...others].map(({ uuid }) => uuid).join(", ")
      return yield* new CommandRefused({ message: `${given}: several have this name, give the UUID of one: ${uuids}` })
    }
    const names = (yield* withText(null)).map(({ name }) => name)
    const hint = Option.match(nearest(text, names), {
      onSome: (name) => `did you mean ${JSON.stringify(name)}?`,
      onNone: () => `there are ${names.length === 0 ? "none" : names.length}`
    })
    return yield* new CommandRefused({ message: `${given}: no active ${what} has this name; ${hint}` })
  })

/** The list that the value of a flag names. */
export const listNamed = namedBy("list", Schema.decodeUnknownOption(ContactListUuid), listsWith)

/** The segment that the value of a flag names. */
export const segmentNamed = namedBy("segment", Schema.decodeUnknownOption(SegmentUuid), segmentsWith)

/** What a command is about is not there: it is not done, as with a uuid that nothing has. */
const orNotDone = <A, E, R>(found: Effect.Effect<A, E | CommandRefused, R>) =>
  Effect.catchIf(
    found,
    (error): error is CommandRefused => error instanceof CommandRefused,
    ({ message }) => Effect.fail(new NotDone({ message }))
  )

/** The list that a command is about. */
export const theList = (text: string) => orNotDone(listNamed("", text))

/** The segment that a command is about. */
export const theSegment = (text: string) => orNotDone(segmentNamed("", text))
