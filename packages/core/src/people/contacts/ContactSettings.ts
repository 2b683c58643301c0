import { Context } from "effect"

/** How contacts are stored. Processes that share a store should agree on it. */
export type ContactSettings = {
  /** Whether a request can set an identifier only if no other contact has it. What is stored already stays. */
  readonly uniqueIdentifiers: boolean
}

const defaults: ContactSettings = { uniqueIdentifiers: false }

/** The settings in force. A host provides its own; otherwise the defaults count. */
export const ContactSettings = Context.Reference<ContactSettings>("@rollcall/core/people/contacts/ContactSettings", {
  defaultValue: () => defaults
})
