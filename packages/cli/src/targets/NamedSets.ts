import type { ContactListUuid } from "@rollcall/core"
import type { SegmentUuid } from "@rollcall/core/shared"
import { Effect } from "effect"
import { CommandRefused } from "../CommandRefused.ts"
import { pageLimit } from "./CustomFieldList.ts"
import { read } from "./Target.ts"

/** What has a name and a uuid. */
interface Named<Uuid extends string = string> {
  readonly uuid: Uuid
  readonly name: string
}

const byName = { status: "active", sort_field: "name", sort_order: "asc" } as const

/** The active lists of the workspace, by their names without case. */
export const activeLists = Effect.gen(function* () {
  const lists: Array<Named<ContactListUuid>> = []
  for (;;) {
    const query = { ...byName, limit: pageLimit, offset: lists.length }
    const { contact_lists, pagination } = yield* read((client) => client.contactLists.list({ query }))
    lists.push(...contact_lists)
    if (contact_lists.length === 0 || lists.length >= pagination.total) return lists
  }
})

/** The active segments of the workspace, by their names without case. */
export const activeSegments = Effect.gen(function* () {
  const found: Array<Named<SegmentUuid>> = []
  for (;;) {
    const query = { ...byName, limit: pageLimit, offset: found.length }
    const { pagination, segments } = yield* read((client) => client.segments.list({ query }))
    found.push(...segments)
    if (segments.length === 0 || found.length >= pagination.total) return found
  }
})

/** Whether a text names a list or a segment: its name in any case, or its uuid. */
export const isNamed = ({ name, uuid }: Named, text: string): boolean =>
  name.trim().toLowerCase() === text.trim().toLowerCase() || uuid === text.trim().toLowerCase()

/** The one that a text names. Refuses a name that none of them has, or several have. */
export const namedAs = <Uuid extends string>(
  all: ReadonlyArray<Named<Uuid>>,
  flag: string,
  text: string
): Effect.Effect<Uuid, CommandRefused> => {
  const [first, ...others] = all.filter((one) => isNamed(one, text))
  if (first !== undefined && others.length === 0) return Effect.succeed(first.uuid)
  const what =
    first === undefined ? "nothing active has this name or UUID" : "several have this name: give the UUID of one"
  return Effect.fail(new CommandRefused({ message: `${flag} ${JSON.stringify(text)}: ${what}` }))
}
