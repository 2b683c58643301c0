/** WhatsApp through the Cloud API, as a channel of Rollcall. */
export { layerNamed, NamedAccount } from "./accounts/NamedAccounts.ts"
export { WhatsAppAccount } from "./graph/WhatsAppAccount.ts"
export { WhatsAppAccounts } from "./accounts/WhatsAppAccounts.ts"
export { errorTable } from "./graph/ErrorTable.ts"
export { layer } from "./WhatsApp.ts"
export type { WhatsAppOptions } from "./WhatsAppSettings.ts"
