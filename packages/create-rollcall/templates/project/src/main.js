import { from } from "./channel.js"
import { outcomes, remind } from "./reminders.js"
import { rollcall } from "./rollcall.js"

const workspace = await rollcall.workspace("main")

// The simulator decides by the last four digits: 0001 cannot be reached, 0003 never reads.
const broadcast = await remind(workspace, from, [
  { name: "Zoë", phoneNumber: "+49 30 901820", time: "9:30" },
  { name: "Søren", phoneNumber: "+45 33 12 00 03", time: "9:45" },
  { name: "Ada", phoneNumber: "+49 30 900001", time: "10:00" }
])
console.table(await outcomes(workspace, broadcast))

await rollcall.close()
