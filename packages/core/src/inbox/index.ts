/** The inbox: what channels report, kept before it is applied. */
export { Inbox } from "./Inbox.ts"
export { InboxSettings } from "./InboxSettings.ts"
export type { InboxEntry } from "./InboxStore.ts"
