import { createRollcall } from "rollcall"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"

const rollcall = await createRollcall({ storage: sqlite({ filename: "clinic.db" }), channel: simulator() })
const clinic = await rollcall.workspace("clinic")
await clinic.contacts.create({ firstName: "Zoë", phoneNumber: "+49 30 901820", customFields: {} })
const { items: contacts, total } = await clinic.contacts.search({ searchTerm: "zoë" }, { limit: 10 })
const sent = await clinic.broadcasts.create({
  name: "Reminders",
  templateName: "appointment_reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name", "time"] },
  recipients: [{ identifier: "4930901820", parameters: { body: { name: "Zoë", time: "9:30" } } }]
})
console.log(`found ${contacts.length} of ${total}, accepted ${sent.recipients}`)
await rollcall.close()
