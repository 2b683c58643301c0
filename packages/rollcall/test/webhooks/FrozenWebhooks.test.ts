import { isLong } from "@rollcall/testing/kills"
import { killProgram } from "@rollcall/testing/processes"
import { expect, it } from "vitest"
import { databases } from "../using/Databases.ts"
import { openClinic } from "./Clinic.ts"

const contacts = 4

/** One server process a file is the rule for SQLite: there a second one is for the long run. */
const asked = databases.filter(([name]) => isLong || name === "Postgres")

it.each(asked)(
  "H1, H2: a process on %s that is frozen during a slow delivery for longer than its lease, and then continues, keeps each contact's events in order",
  async (_, openDatabase) => {
    const { happen, problems, receiver, startHost } = await openClinic(openDatabase, {
      webhooks: 1,
      contacts,
      answerAfter: 100
    })
    await happen(11)
    const frozen = await startHost()
    // The last request has arrived and is not answered.
    await receiver.more(15, () => frozen.kill("SIGSTOP"))
    const other = await startHost()
    // The other one gets the webhook when the lease is over.
    await receiver.more(15)
    frozen.kill("SIGCONT")
    expect(await problems(contacts * 12)).toEqual([])
    await killProgram(other)
    await happen(2)
    expect(await problems(contacts * 14)).toEqual([])
  },
  90_000
)
