/** The views of people, which are loaded together: one leads to another, and together they are compressed better. */
export { ContactView } from "./contact/ContactView.tsx"
export { ContactsView } from "./contacts/ContactsView.tsx"
export { SegmentsView } from "./contacts/segments/SegmentsView.tsx"
export { FieldsView } from "./fields/FieldsView.tsx"
export { ListsView } from "./lists/ListsView.tsx"
export { ListView } from "./lists/ListView.tsx"
export { OptOutsView } from "./opt-outs/OptOutsView.tsx"
