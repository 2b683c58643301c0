import { from } from "./channel.ts"
import { outcomes, remind } from "./reminders.ts"
import { rollcall } from "./rollcall.ts"

const workspace = await rollcall.workspace("main")
const [name, phoneNumber, time = "9:30"] = process.argv.slice(2)

if (name === undefined || phoneNumber === undefined) {
  const templates = await workspace.templates.list({ sendable: true })
  console.table(templates.map(({ name, locale, status }) => ({ name, locale, status })))
  console.log('To send a reminder: npm start -- "Zoë" "+49 30 901820" "9:30"')
} else {
  const broadcast = await remind(workspace, from, [{ name, phoneNumber, time }])
  console.table(await outcomes(workspace, broadcast))
}

await rollcall.close()
