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
export { isAdditionOver, SearchAddition, SearchAdditionStatus, StoredSearchAddition } from "./SearchAddition.ts"
export { SearchAdditionNotFound, SearchAdditions } from "./SearchAdditions.ts"
export type { SearchAdditionRef } from "./SearchAdditionStore.ts"
export { layerSearchAdditionWorker, runAddition } from "./SearchAdditionWorker.ts"
export type { Addition } from "./ContactListMethods.ts"
export { ContactLists } from "./ContactLists.ts"
