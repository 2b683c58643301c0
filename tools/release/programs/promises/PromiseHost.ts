// A host with promises keeps a contact in a SQLite file, finds it and reminds it of an appointment.
import assert from "node:assert/strict"
import { setTimeout } from "node:timers/promises"
import { createRollcall } from "rollcall"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"

const rollcall = await createRollcall({ storage: sqlite({ filename: "clinic.db" }), channel: simulator() })
const clinic = await rollcall.workspace("clinic")
await clinic.contacts.create({ firstName: "Zoë", phoneNumber: "+49 30 901820", customFields: {} })
const { contacts, total } = await clinic.contacts.search({ searchTerm: "zoë" }, { limit: 10 })
assert.equal(total, 1)
const parameters = { body: { name: contacts[0]?.firstName ?? "", time: "9:30" } }
const recipients = [{ identifier: contacts[0]?.phoneNumber ?? "", parameters }]
const message = { templateName: "appointment_reminder", parameters: { bodyOrder: ["name", "time"] } }
const { uuid } = await clinic.broadcasts.create({ name: "Reminders", from: "493090180", ...message, recipients })
while ((await clinic.broadcasts.get(uuid)).counters.read < 1) await setTimeout(50)
await rollcall.close()
