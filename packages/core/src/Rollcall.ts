import { Layer } from "effect"
import { PersistedQueue } from "effect/persistence"
import { AccessTokens } from "./access/AccessTokens.ts"
import { Broadcasts } from "./broadcasts/Broadcasts.ts"
import { layerDispatcher } from "./broadcasts/Dispatcher.ts"
import { Receipts } from "./broadcasts/Receipts.ts"
import { Contacts } from "./contacts/Contacts.ts"
import { ContactValues } from "./custom-fields/ContactValues.ts"
import { CustomFields } from "./custom-fields/CustomFields.ts"
import { ContactLists } from "./lists/ContactLists.ts"
import { Notes } from "./notes/Notes.ts"

/** Every service of Rollcall, over a `Storage`, a `MessageChannel` and a `TemplateCatalog`. It starts no work. */
export const layer = Layer.mergeAll(
  Contacts.layer,
  ContactValues.layer,
  CustomFields.layer,
  ContactLists.layer,
  Notes.layer,
  Broadcasts.layer,
  Receipts.layer,
  AccessTokens.layer
)

/** The background work: it sends what was accepted. Leave it out in a process that only accepts. */
export const layerWorkers = layerDispatcher.pipe(Layer.provide(Receipts.layer), Layer.provide(PersistedQueue.layer))
