/** Lists of contacts and their members. */
export {
  ContactList,
  ContactListArchived,
  ContactListFields,
  ContactListListing,
  ContactListNotFound,
  type ContactListSort,
  ContactListStatus,
  ListsOfContact,
  MemberFilter,
  type MemberListing,
  NewContactList,
  maxListNameLength
} from "./ContactList.ts"
export type { AddedMembers } from "./ContactListMethods.ts"
export { ContactLists } from "./ContactLists.ts"
