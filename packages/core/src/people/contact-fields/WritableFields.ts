/**
 * The contact fields that a request may set, with their descriptions, in the specification's order. All are strings. Add
 * new fields here.
 */
export const writableDescriptions = {
  firstName: "The first name.",
  lastName: "The last name.",
  /** The contact's id in another system. An identifier, compared case-sensitively. */
  externalContactId: "The contact's id in another system.",
  /** The e-mail address. An identifier, compared case-insensitively. */
  email: "The e-mail address. Contacts match in any letter case.",
  /** The phone number as given. An identifier. Without a country code, the `country` option applies. */
  phoneNumber: "The phone number. Contacts match in any spelling of it.",
  /** The contact's id in the chat app, usually the phone number with country code. An identifier. */
  chatappId: "The contact's id in the chat app, usually the phone number with country code.",
  /** The contact's id in the social messenger. An identifier. */
  socialmsgId: "The contact's id in the social messenger."
}
