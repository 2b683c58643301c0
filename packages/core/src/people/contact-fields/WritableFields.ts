/**
 * The fields of a contact that a request may set, each with what documents say of it, in the specification's order. All
 * are texts. A new field of a contact goes here.
 */
export const writableDescriptions = {
  /** The first name. */
  firstName: "The first name.",
  /** The last name. */
  lastName: "The last name.",
  /** The id of the contact in another system: an identifier, which is compared to the letter. */
  externalContactId: "The contact's id in another system.",
  /** The e-mail address: an identifier, which is compared without regard to case. */
  email: "The e-mail address. Contacts match in any letter case.",
  /** The phone number, as it was given: an identifier. Without a country code it is one of the option `country`. */
  phoneNumber: "The phone number. Contacts match in any spelling of it.",
  /** The id of the contact in the chat app: an identifier, as a rule the phone number with country code. */
  chatappId: "The contact's id in the chat app, usually the phone number with country code.",
  /** The id of the contact in the social messenger: an identifier. */
  socialmsgId: "The contact's id in the social messenger."
}
