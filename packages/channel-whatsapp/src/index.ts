/** The WhatsApp channel, through the Cloud API. */
export { layerNamed, NamedAccount } from "./accounts/NamedAccounts.ts"
export { WhatsAppAccount } from "./graph/WhatsAppAccount.ts"
export { WhatsAppAccounts } from "./accounts/WhatsAppAccounts.ts"
export { errorTable } from "./graph/ErrorTable.ts"
export { layer } from "./WhatsApp.ts"
export type { WhatsAppOptions } from "./WhatsAppSettings.ts"
