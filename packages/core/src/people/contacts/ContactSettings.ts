import { Context } from "effect"

/** How contacts are stored. Processes that share a store should use the same settings. */
export type ContactSettings = {
  /** Whether a request can set an identifier only if no other contact has it. Stored identifiers are unaffected. */
  readonly uniqueIdentifiers: boolean
}

const defaults: ContactSettings = { uniqueIdentifiers: false }

/** The current settings. A host may provide its own. */
export const ContactSettings = Context.Reference<ContactSettings>("@rollcall/core/people/contacts/ContactSettings", {
  defaultValue: () => defaults
})
