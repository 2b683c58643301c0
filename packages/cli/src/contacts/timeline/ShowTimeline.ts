import { TimelinePageResource } from "@rollcall/api"
import type { ContactUuid } from "@rollcall/core"
import type { TimelineType } from "@rollcall/core/people"
import { Effect, Schema } from "effect"
import { print } from "../../screen/Output.ts"
import { table } from "../../screen/Table.ts"
import type { AddressFlags } from "../../targets/Address.ts"
import { withTarget } from "../../targets/InTarget.ts"
import { pageLimit } from "../../targets/Listing.ts"
import { read } from "../../targets/Target.ts"

interface TimelineInput {
  readonly uuid: ContactUuid
  readonly types: ReadonlyArray<TimelineType>
  readonly limit: number
  readonly json: boolean
}

const { items: Items } = TimelinePageResource.fields
const encode = Schema.encodeSync(Items)
type Item = ReturnType<typeof encode>[number]

/** Reads a timeline page by page up to the limit, and prints it and whether there is more. */
export const showTimeline = (input: TimelineInput, flags: AddressFlags) => withTarget(flags, printTimeline(input))

const printTimeline = Effect.fnUntraced(function* ({ json, limit, types, uuid }: TimelineInput) {
  const items: Array<Item> = []
  let after: string | null = null
  do {
    const query = {
      limit: Math.min(pageLimit, limit - items.length),
      ...(types.length === 0 ? {} : { types }),
      ...(after === null ? {} : { after })
    }
    const page: typeof TimelinePageResource.Type = yield* read((client) =>
      client.timeline.read({ params: { contact_uuid: uuid }, query })
    )
    items.push(...encode(page.items))
    after = page.pagination.next
  } while (after !== null && items.length < limit)
  yield* print(json, items, () => {
    if (items.length === 0) return "Nothing found."
    const rest = after === null ? "" : "\nMore items exist. Use --limit to show up to 1000."
    return `${timelineTable(items)}${rest}`
  })
})

const timelineTable = (items: ReadonlyArray<Item>): string =>
  table(
    ["at", "type", "by", "what"].map((title) => ({ title, align: "left" })),
    items.map((item) => [item.at, item.type, item.by ?? "", inWords(item)])
  )

const inWords = (item: Item): string => {
  switch (item.type) {
    case "imported":
      return `${item.outcome} by row ${item.row} of ${item.contact_import_uuid}`
    case "list_added":
    case "list_removed":
      return `${item.name} (${item.contact_list_uuid})`
    case "merged":
      return item.merged_contact_uuid
    case "message_in":
      return item.text ?? item.kind
    case "message_out":
      return `${item.status}${item.reason === null ? "" : ` (${item.reason})`}: ${item.broadcast_name}`
    case "note":
      return item.title === null || item.title === "" ? item.text : `${item.title}: ${item.text}`
    case "opted_out":
      return `${item.scope} (${item.source})`
    case "updated":
      return item.changes.map(changeInWords).join(", ")
    default:
      return ""
  }
}

type Change = Extract<Item, { readonly type: "updated" }>["changes"][number]

const changeInWords = ({ field, from, hidden, to }: Change): string =>
  hidden ? `${field} (hidden)` : `${field}: ${valueInWords(from)} → ${valueInWords(to)}`

const valueInWords = (value: Change["from"]): string => {
  if (value === null) return "-"
  return typeof value === "object" ? value.join(", ") : `${value}`
}
