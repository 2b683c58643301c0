import { Context } from "effect"

/** How contacts are kept. Processes that share a store should agree on it. */
export interface ContactSettings {
  /**
   * Whether an identifier may be on one contact only (C2). It is checked when a request sets one: contacts that had the
   * same identifier before keep it.
   */
  readonly uniqueIdentifiers: boolean
}

/** The defaults. */
export const defaultContactSettings: ContactSettings = { uniqueIdentifiers: false }

/** The settings in force. A host provides its own; without one the defaults count. */
export const CurrentContactSettings = Context.Reference<ContactSettings>("@rollcall/core/contacts/ContactSettings", {
  defaultValue: () => defaultContactSettings
})
