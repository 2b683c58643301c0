import { isNamed } from "@rollcall/contact-files"
import { ContactListUuid } from "@rollcall/core"
import { nearest, SegmentUuid } from "@rollcall/core/operations"
import { Effect, Option, Schema } from "effect"
import { CommandRefused, NotDone, refusal } from "../CommandRefused.ts"
import { given } from "./Given.ts"
import { itemsOf } from "./Listing.ts"

interface Named<Uuid extends string = string> {
  readonly uuid: Uuid
  readonly name: string
}

/** Which lists or segments to list: by status, and by part of their names. */
export interface Listed {
  readonly status: "active" | "archived"
  readonly search: Option.Option<string>
}

const byName = { sort_field: "name", sort_order: "asc" } as const

/** Reads lists ordered by name, ignoring case. */
export const listsThat = ({ search, status }: Listed) =>
  itemsOf("contact_lists", (client, page) =>
    client.contactLists.list({ query: { ...page, ...byName, status, ...given({ search }) } })
  )

/** Reads segments ordered by name, ignoring case. */
export const segmentsThat = ({ search, status }: Listed) =>
  itemsOf("segments", (client, page) =>
    client.segments.list({ query: { ...page, ...byName, status, ...given({ search }) } })
  )

const active = { status: "active", search: Option.none<string>() } as const

/** The active lists of the workspace, ordered by name, ignoring case. */
export const activeLists = listsThat(active)

/**
 * Makes a function that finds a list or segment, either by its uuid, which isn't checked, or by its name among the active
 * ones, ignoring case. If no name or several names match, it fails with the flag that gave the name.
 */
const namedBy = <Uuid extends string, E, R>(
  what: string,
  uuidIn: (text: string) => Option.Option<Uuid>,
  those: (listed: Listed) => Effect.Effect<ReadonlyArray<Named<Uuid>>, E, R>
) =>
  Effect.fnUntraced(function* (flag: string, text: string) {
    const uuid = uuidIn(text.trim().toLowerCase())
    if (Option.isSome(uuid)) return uuid.value
    const [first, ...others] = (yield* those({ ...active, search: Option.some(text.trim()) })).filter((one) =>
      isNamed(one, text)
    )
    if (first !== undefined && others.length === 0) return first.uuid
    const place = [flag, JSON.stringify(text)].filter((part) => part !== "").join(" ")
    if (first !== undefined) {
      const uuids = [first, ...others].map(({ uuid }) => uuid).join(", ")
      return yield* refusal(`${place}: several have this name. Give one UUID: ${uuids}`)
    }
    const names = (yield* those(active)).map(({ name }) => name)
    const hint = Option.match(nearest(text, names), {
      onSome: (name) => `did you mean ${JSON.stringify(name)}?`,
      onNone: () => `there are ${names.length === 0 ? "none" : names.length}`
    })
    return yield* refusal(`${place}: no active ${what} has this name; ${hint}`)
  })

/** Finds the list that a flag names. */
export const listNamed = namedBy("list", Schema.decodeUnknownOption(ContactListUuid), listsThat)

/** Finds the segment that a flag names. */
export const segmentNamed = namedBy("segment", Schema.decodeUnknownOption(SegmentUuid), segmentsThat)

/** Fails with `NotDone` if the list or segment isn't found by name, as for an unknown uuid. */
const orNotDone = <A, E, R>(found: Effect.Effect<A, E | CommandRefused, R>) =>
  Effect.catchIf(
    found,
    (error): error is CommandRefused => error instanceof CommandRefused,
    ({ message }) => Effect.fail(new NotDone({ message }))
  )

/** Finds the list of a command. */
export const theList = (text: string) => orNotDone(listNamed("", text))

/** Finds the segment of a command. */
export const theSegment = (text: string) => orNotDone(segmentNamed("", text))
