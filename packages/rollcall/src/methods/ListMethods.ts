import { ContactLists, ContactListUuid, ContactUuid } from "@rollcall/core"
import { ContactJobUuid } from "@rollcall/core/operations"
import {
  ContactListFields,
  ContactListListing,
  ListJobs,
  ListsOfContact,
  MemberFilter,
  NewContactList,
  SearchRequest
} from "@rollcall/core/people"
import { Schema } from "effect"
import { area } from "./Methods.ts"

const list = ["uuid", ContactListUuid] as const
const members = ["contacts", Schema.Array(ContactUuid)] as const

/** Binds the methods of lists. */
export const lists = area(ContactLists, {
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
})

/** Binds the jobs that add searches to lists. */
export const listJobs = area(ListJobs, {
  addFromSearch: { takes: [list, SearchRequest] },
  job: { takes: [list, ["addition", ContactJobUuid]] }
})
