import { Schema } from "effect"
import type { Workspace } from "rollcall"
import { reminders } from "../Reminders.ts"
import { openHost, Place } from "./Hosts.ts"

/*
 * A process that the tests kill: a host that makes visits, each with a contact, a broadcast and an import in one
 * transaction. It says what it does before it does it, and what is done.
 */

const [place = "", number] = process.argv.slice(2)

/** How many rows an import has. */
const rows = 50

const say = (text: string) => process.stdout.write(`${text}\n`)

const host = await openHost(Schema.decodeSync(Schema.fromJsonString(Place))(place), { workers: false })

/** What belongs to a visit, in an order that is another one for each of four visits. */
const write = async (clinic: Workspace, name: string, visit: number) => {
  const steps = [
    () => host.run(`INSERT INTO visits VALUES ('${name}')`),
    () => clinic.contacts.create({ firstName: name, email: `${name.replace(" ", ".")}@example.com` }),
    () => clinic.broadcasts.create({ ...reminders(1_500), name }),
    () => clinic.imports.create({ contacts: Array.from({ length: rows }, () => ({ fields: { firstName: name } })) })
  ]
  const first = visit % steps.length
  for (const step of [...steps.slice(first), ...steps.slice(0, first)]) await step()
}

for (let visit = 1; ; visit++) {
  const name = `visit ${number}.${visit}`
  const isWanted = visit % 5 !== 0
  say(`begun ${name}`)
  await host.begin()
  await write(await host.using().workspace("clinic"), name, visit)
  say(`ending ${name}`)
  await host.run(isWanted ? "COMMIT" : "ROLLBACK")
  say(`${isWanted ? "committed" : "rolled back"} ${name}`)
}
