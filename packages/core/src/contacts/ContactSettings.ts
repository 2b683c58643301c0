import { Context } from "effect"

/** How contacts are stored. Processes that share a store should agree on it. */
export interface ContactSettings {
  /** Whether a request can set an identifier only if no other contact has it (C2). What is stored already stays. */
  readonly uniqueIdentifiers: boolean
}

/** The defaults. */
export const defaultContactSettings: ContactSettings = { uniqueIdentifiers: false }

/** The settings in force. A host provides its own; without one the defaults count. */
export const CurrentContactSettings = Context.Reference<ContactSettings>("@rollcall/core/contacts/ContactSettings", {
  defaultValue: () => defaultContactSettings
})
