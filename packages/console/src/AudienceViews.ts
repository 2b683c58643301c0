/** The views of people, in one bundle because they link to each other and compress better together. */
export { ContactView } from "./contact/ContactView.tsx"
export { ContactsView } from "./contacts/ContactsView.tsx"
export { SegmentsView } from "./contacts/segments/SegmentsView.tsx"
export { FieldsView } from "./fields/FieldsView.tsx"
export { ListsView } from "./lists/ListsView.tsx"
export { ListView } from "./lists/ListView.tsx"
export { OptOutsView } from "./opt-outs/OptOutsView.tsx"
