import { readOneOf, keysOf } from "../reading/Reader.ts"
import { type QueryCodec, codecOf, readTrue } from "../reading/QueryCodec.ts"

export const listTitles = { active: "In use", archived: "Archived" } as const
const sortKeys = ["name", "created_at"] as const
const orders = ["asc", "desc"] as const

export interface ListsState {
  readonly status: keyof typeof listTitles
  readonly term: string
  readonly sort: { readonly key: (typeof sortKeys)[number]; readonly order: (typeof orders)[number] }
  /** Whether the form for a new list is open. */
  readonly opens: boolean
}

/** The state of the lists in a URL: `?status=archived&q=news&sort=created_at&order=desc&open=new`. */
export const listsQuery: QueryCodec<ListsState> = {
  read: (query) => ({
    status: readOneOf(keysOf(listTitles))(query.get("status")) ?? "active",
    term: query.get("q") ?? "",
    sort: {
      key: readOneOf(sortKeys)(query.get("sort")) ?? "name",
      order: readOneOf(orders)(query.get("order")) ?? "asc"
    },
    opens: query.get("open") === "new"
  }),
  write: ({ opens, sort: { key, order }, status, term }) =>
    new URLSearchParams({
      ...(status === "active" ? {} : { status }),
      ...(term === "" ? {} : { q: term }),
      ...(key === "name" ? {} : { sort: key }),
      ...(order === "asc" ? {} : { order }),
      ...(opens ? { open: "new" } : {})
    })
}

/** Reads the key of a sortable column. */
export const readSortKey = readOneOf(sortKeys)

const dialogs = ["add", "rename"] as const

export interface ListState {
  /** Whether archived contacts are shown too. */
  readonly archived: boolean
  readonly open: (typeof dialogs)[number] | null
}

/** The state of a list in a URL: `?archived=true&open=add`. */
export const listQuery = codecOf<ListState>(
  { archived: readTrue, open: readOneOf(dialogs) },
  { archived: false, open: null }
)

/** Returns the URL of a list's contacts in the contacts view, for searches and filters. */
export const contactsOf = (list: string): string =>
  `contacts?${new URLSearchParams({ filters: JSON.stringify({ all: [["contact_list_uuid", "equals", [list]]] }) })}`
