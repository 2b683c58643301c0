/**
 * The fields of a contact that a request may set, each with what documents say of it, in the specification's order. All
 * are texts. A new field of a contact goes here.
 */
export const writableDescriptions = {
  firstName: "The first name.",
  lastName: "The last name.",
  externalContactId: "The contact's id in another system.",
  email: "The e-mail address; contacts match in any case of its letters.",
  phoneNumber: "The phone number; contacts match by it however it is written.",
  chatappId: "The contact's id in the chat app, as a rule the phone number with country code.",
  socialmsgId: "The contact's id in the social messenger."
}
