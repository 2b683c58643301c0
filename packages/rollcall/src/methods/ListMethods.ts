import { type ContactLists, ContactListUuid, ContactUuid } from "@rollcall/core"
import { ContactJobUuid } from "@rollcall/core/operations"
import {
  ContactListFields,
  ContactListListing,
  type ListJobs,
  ListsOfContact,
  MemberFilter,
  NewContactList,
  SearchRequest
} from "@rollcall/core/people"
import { Schema } from "effect"
import type { Calls } from "./Methods.ts"

const list = ["uuid", ContactListUuid] as const
const members = ["contacts", Schema.Array(ContactUuid)] as const
/** The methods of lists. */
export const lists = {
  create: { takes: [NewContactList] },
  get: { takes: [list] },
  list: { takes: [ContactListListing], pagesBy: "offset" },
  update: { takes: [list, ContactListFields] },
  archive: { takes: [list] },
  restore: { takes: [list] },
  members: { takes: [list, MemberFilter], pagesBy: "cursor" },
  addMembers: { takes: [list, members] },
  removeMembers: { takes: [list, members] },
  ofContact: { takes: [["contact", ContactUuid], ListsOfContact], pagesBy: "offset" }
} as const satisfies Calls<ContactLists["Service"]>

/** The methods of jobs that add searches to lists. */
export const listJobs = {
  addFromSearch: { takes: [list, SearchRequest] },
  job: { takes: [list, ["addition", ContactJobUuid]] }
} as const satisfies Calls<ListJobs["Service"]>
