import { createRollcall } from "rollcall"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"

const storage = sqlite({ filename: "clinic.db" })
const rollcall = await createRollcall({ storage, channel: simulator() })
const clinic = await rollcall.workspace("clinic")
await clinic.contacts.create({ firstName: "Zoë", phoneNumber: "+49 30 901820" })
const body = { name: { field: "firstName", fallback: "there" }, time: { value: "9:30" } }
await clinic.broadcasts.create({
  name: "Reminders",
  templateName: "appointment_reminder",
  from: "493090180",
  parameters: { bodyOrder: ["name", "time"] },
  audience: { include: [{ search: { searchTerm: "zoe" } }], parameters: { body } }
})
for await (const { type } of clinic.events()) console.log(type)
