import { killsOr, limitOf } from "@rollcall/testing/kills"
import { killProgram } from "@rollcall/testing/processes"
import { expect, it } from "vitest"
import { databases } from "../using/Databases.ts"
import { openClinic } from "./Clinic.ts"

const kills = killsOr(1)
const contacts = 4

/** How often each contact is changed before a kill. */
const changes = 4

it.each(databases)(
  `H1, H2: processes on one %s that compete for six webhooks, killed ${kills} times while they send, deliver every event, in its contact's order`,
  async (name, openDatabase) => {
    const { happen, problems, receiver, startHost } = await openClinic(openDatabase, {
      webhooks: 6,
      contacts,
      answerAfter: 20
    })
    const hosts = await Promise.all(Array.from({ length: name === "SQLite" ? 2 : 3 }, startHost))
    for (let round = 0; round < kills; round++) {
      await happen(changes)
      await receiver.more(20)
      await killProgram(hosts.shift())
      hosts.push(await startHost())
    }
    await happen(changes)
    expect(await problems(contacts * (1 + changes * (kills + 1)))).toEqual([])
  },
  limitOf(kills)
)
