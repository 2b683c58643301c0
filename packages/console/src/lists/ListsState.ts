import { keysOf, readOneOf, readText } from "../reading/Reader.ts"
import { codecOf, readTrue, type StateOf } from "../reading/QueryCodec.ts"

export const listTitles = { active: "In use", archived: "Archived" } as const
const sortKeys = ["name", "created_at"] as const
const orders = ["asc", "desc"] as const

/** The state of the lists in a URL: `?status=archived&q=news&sort=created_at&order=desc&open=new`. */
export const listsQuery = codecOf(
  {
    status: readOneOf(keysOf(listTitles)),
    term: readText,
    sort: readOneOf(sortKeys),
    order: readOneOf(orders),
    open: readOneOf(["new"])
  },
  { status: "active", term: "", sort: "name", order: "asc", open: null },
  { term: "q" }
)

export type ListsState = StateOf<typeof listsQuery>

/** Reads the key of a sortable column. */
export const readSortKey = readOneOf(sortKeys)

const dialogs = ["add", "rename"] as const

/** The state of a list in a URL: `?archived=true&open=add`. */
export const listQuery = codecOf({ archived: readTrue, open: readOneOf(dialogs) }, { archived: false, open: null })

export type ListState = StateOf<typeof listQuery>

/** Returns the URL of a list's contacts in the contacts view, for searches and filters. */
export const contactsOf = (list: string): string =>
  `contacts?${new URLSearchParams({ filters: JSON.stringify({ all: [["contact_list_uuid", "equals", [list]]] }) })}`
