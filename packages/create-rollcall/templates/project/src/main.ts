import { from } from "./channel.ts"
import { outcomes, remind } from "./reminders.ts"
import { rollcall } from "./rollcall.ts"

const workspace = await rollcall.workspace("main")

// The last four digits decide the result in the simulator: 0001 is undeliverable, and 0003 is never read.
const broadcast = await remind(workspace, from, [
  { name: "Zoë", phoneNumber: "+49 30 901820", time: "9:30" },
  { name: "Søren", phoneNumber: "+45 33 12 00 03", time: "9:45" },
  { name: "Ada", phoneNumber: "+49 30 900001", time: "10:00" }
])
console.table(await outcomes(workspace, broadcast))

await rollcall.close()
