import { type Rollcall, RollcallError, type Workspace } from "rollcall"

// #region errors
/** Creates a contact and returns its uuid, or returns the form's errors. */
export const saveContact = async (clinic: Workspace, form: { readonly firstName: string; readonly email?: string }) => {
  try {
    const { uuid } = await clinic.contacts.create(form)
    return { uuid }
  } catch (error) {
    if (!(error instanceof RollcallError) || error.code !== "invalid_input") throw error
    return { wrong: error.issues.map(({ message, path }) => `${path.join(".")} ${message}`) }
  }
}
// #endregion

// #region pages
/** Returns all contacts that a search finds, page by page. */
export const allContacts = async (clinic: Workspace, searchTerm: string, signal?: AbortSignal) => {
  const found = []
  let after: string | undefined
  do {
    const page = await clinic.contacts.search({ searchTerm }, { limit: 100, after, signal })
    found.push(...page.items)
    after = page.next ?? undefined
  } while (after !== undefined)
  return found
}
// #endregion

// #region actor
/** Creates a list for a user: `createdBy` is a UUID derived from the user's id. */
export const listFor = async (rollcall: Rollcall, user: { readonly id: string; readonly clinic: string }) => {
  const clinic = await rollcall.workspace(user.clinic, { actor: user.id })
  return await clinic.lists.create({ name: "My patients" })
}
// #endregion

// #region events
/** Keeps a copy of the contacts up to date, starting at the cursor of the last processed event. */
export const followContacts = async (
  clinic: Workspace,
  copy: { cursor: string | null; readonly uuids: Set<string> },
  signal?: AbortSignal
) => {
  for await (const event of clinic.events({
    after: copy.cursor,
    types: ["contact.created", "contact.erased"],
    signal
  })) {
    if (event.type === "contact.created") copy.uuids.add(event.contactUuid)
    if (event.type === "contact.erased") copy.uuids.delete(event.contactUuid)
    copy.cursor = event.cursor
  }
}
// #endregion

// #region deliveries
/** Returns how many patients were reached, and why the others were not. */
export const report = async (clinic: Workspace, broadcast: string) => {
  const { broadcast: state, counters } = await clinic.broadcasts.get(broadcast)
  const { items: recipients } = await clinic.broadcasts.recipients(broadcast, {}, { limit: 1_000 })
  const missed = recipients.filter(({ reason }) => reason !== null)
  return {
    status: state.status,
    read: counters.read,
    missed: missed.map(({ identifier, reason }) => [identifier, reason])
  }
}
// #endregion
