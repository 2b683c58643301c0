import type { DatabaseSync } from "node:sqlite"
import { RollcallError, type Workspace } from "rollcall"

// #region mirror
/** Copies the contacts' names into another database, together with the cursor of the last processed event. */
export const mirrorContacts = async (clinic: Workspace, mirror: DatabaseSync, seen: (cursor: string) => void) => {
  mirror.exec("CREATE TABLE IF NOT EXISTS patients (uuid TEXT PRIMARY KEY, name TEXT)")
  mirror.exec("CREATE TABLE IF NOT EXISTS cursors (reader TEXT PRIMARY KEY, cursor TEXT NOT NULL)")
  const save = mirror.prepare("INSERT OR REPLACE INTO patients VALUES (?, ?)")
  const remove = mirror.prepare("DELETE FROM patients WHERE uuid = ?")
  const keep = mirror.prepare("INSERT OR REPLACE INTO cursors VALUES ('mirror', ?)")
  const kept = mirror.prepare("SELECT cursor FROM cursors WHERE reader = 'mirror'").get()

  for await (const event of clinic.events({ after: kept === undefined ? null : String(kept["cursor"]) })) {
    if (!("contactUuid" in event)) continue
    const contact = await contactNow(clinic, event.contactUuid)
    // One transaction, so that a crash cannot store an event's cursor without its change.
    mirror.exec("BEGIN")
    if (event.type === "contact.merged") remove.run(event.mergedContactUuid)
    if (contact?.uuid !== event.contactUuid) remove.run(event.contactUuid)
    if (contact !== null) save.run(contact.uuid, contact.firstName)
    keep.run(event.cursor)
    mirror.exec("COMMIT")
    seen(event.cursor)
  }
}

/** Returns the contact that the uuid refers to now, which may be newer than the event; null if it was erased. */
const contactNow = async (clinic: Workspace, uuid: string) => {
  try {
    return await clinic.contacts.get(uuid)
  } catch (error) {
    if (error instanceof RollcallError && error.code === "not_found") return null
    throw error
  }
}
// #endregion
