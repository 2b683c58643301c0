/** Lists of contacts and their members. */
export {
  ContactList,
  ContactListFields,
  ContactListListing,
  type ContactListSort,
  ContactListStatus,
  ListsOfContact,
  MemberFilter,
  NewContactList,
  maxListNameLength
} from "./ContactList.ts"
export { type Addition, ContactListArchived, ContactListNotFound, ContactLists } from "./ContactLists.ts"
