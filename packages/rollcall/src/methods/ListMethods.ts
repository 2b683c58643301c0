import { type ContactLists, ContactListUuid, ContactUuid } from "@rollcall/core"
import {
  ContactListFields,
  ContactListListing,
  ListsOfContact,
  MemberFilter,
  NewContactList
} from "@rollcall/core/lists"
import type { SearchAdditions } from "@rollcall/core/contact-jobs"
import { SearchRequest } from "@rollcall/core/search"
import { ContactJobUuid } from "@rollcall/core/shared"
import { Schema } from "effect"
import type { Calls } from "./Methods.ts"

const list = ["uuid", ContactListUuid] as const
const members = ["contacts", Schema.Array(ContactUuid)] as const
/** The methods of lists. */
export const lists = {
  create: { by: "caller", takes: [NewContactList] },
  get: { by: "workspace", takes: [list] },
  list: { by: "workspace", takes: [ContactListListing], page: "lists" },
  update: { by: "caller", takes: [list, ContactListFields] },
  archive: { by: "caller", takes: [list] },
  members: { by: "workspace", takes: [list, MemberFilter], page: "contacts", hasCursors: true },
  addMembers: { by: "caller", takes: [list, members] },
  removeMembers: { by: "caller", takes: [list, members] },
  listsOf: { by: "workspace", takes: [["contact", ContactUuid], ListsOfContact], page: "lists" }
} as const satisfies Calls<ContactLists["Service"]>

/** The methods of searches that are added to lists. */
export const searchAdditions = {
  addSearch: { by: "caller", takes: [list, SearchRequest] },
  addition: { by: "workspace", takes: [list, ["addition", ContactJobUuid]] }
} as const satisfies Calls<SearchAdditions["Service"]>
