import { Context } from "effect"

/** Settings for storing contacts. Processes that share a store should use the same settings. */
export type ContactSettings = {
  /** Whether identifiers in requests must be unique in the workspace. Stored identifiers are unaffected. */
  readonly uniqueIdentifiers: boolean
}

const defaults: ContactSettings = { uniqueIdentifiers: false }

/** The current settings. A host may provide its own. */
export const ContactSettings = Context.Reference<ContactSettings>("@rollcall/core/people/contacts/ContactSettings", {
  defaultValue: () => defaults
})
