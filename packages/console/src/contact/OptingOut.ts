import { call } from "../api/Client.ts"

const optOutTexts = {
  optOut: {
    verb: "Opt out",
    done: "The contact is opted out.",
    title: (name: string) => `Opt ${name} out?`,
    children:
      "Broadcasts no longer reach this contact, or other contacts with the same numbers. Unsent messages are dropped.",
    operation: "POST /v1/contacts/:contact_uuid/opt-out"
  },
  optIn: {
    verb: "Opt in",
    done: "The contact is opted in.",
    title: (name: string) => `Opt ${name} in again?`,
    children: "Future broadcasts reach the contact again. Do this only if the person asked for it.",
    operation: "POST /v1/contacts/:contact_uuid/opt-in"
  }
} as const

/** Returns the confirmation for opting a contact out or in. */
export const changingOptOut = (change: keyof typeof optOutTexts, contact_uuid: string, name: string) => {
  const { operation, title, ...question } = optOutTexts[change]
  return { ...question, title: title(name), act: () => call(operation, { params: { contact_uuid } }) }
}
