import { simulator } from "rollcall/simulator"

/** Sends nothing, and answers like a provider: each message is delivered, then read, within a second. */
export const channel = simulator()

/** The number that messages are sent from. */
export const from = "493090180"
