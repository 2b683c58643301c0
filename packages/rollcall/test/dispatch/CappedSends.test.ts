import { killProgram } from "@rollcall/testing/processes"
import { setTimeout } from "node:timers/promises"
import type { Workspace } from "rollcall"
import { simulator } from "rollcall/simulator"
import { expect, it } from "vitest"
import { reminders } from "../Reminders.ts"
import { databases } from "../using/Databases.ts"
import { open } from "./Open.ts"
import { startSending } from "./SendingProcess.ts"

/** How many contacts the broadcasts share: `ROLLCALL_CAPPED`, or 160. */
const shared = Number(process.env["ROLLCALL_CAPPED"] ?? 160)
const [processes, broadcasts] = [3, 8]

/** The two addresses of a contact. */
const chatapp = (n: number) => String(4_915_110_000_000 + n)
const phone = (n: number) => String(4_916_210_000_000 + n)

const createContacts = async (workspace: Workspace) => {
  const numbers = Array.from({ length: shared }, (_, n) => n)
  while (numbers.length > 0) {
    const next = numbers.splice(0, 40)
    await Promise.all(
      next.map((n) => workspace.contacts.create({ chatappId: chatapp(n), phoneNumber: `+${phone(n)}` }))
    )
  }
}

/** What became of the recipients of a broadcast: a status, or the reason of a rejection. */
const endingsOf = async (workspace: Workspace, uuid: string) => {
  const pages = Array.from({ length: Math.ceil(shared / 1_000) }, (_, page) =>
    workspace.broadcasts.recipients(uuid, {}, { limit: 1_000, offset: page * 1_000 })
  )
  return (await Promise.all(pages)).flatMap((page) => page.items.map(({ reason, status }) => reason ?? status))
}

it.each(databases.filter(([name]) => name === "Postgres"))(
  `Q3: of ${broadcasts} concurrent broadcasts on %s, which ${processes} processes send to the same ${shared} contacts, each contact gets one`,
  async (_, openDatabase) => {
    const { end, place } = await openDatabase()
    const requests: Array<string> = []
    const rollcall = await open(place, simulator(), { workers: false })
    try {
      const workspace = await rollcall.workspace("clinic")
      await createContacts(workspace)
      await workspace.settings.replace({ frequencyCap: { messages: 1, days: 1 }, quietHours: null })
      const children = await Promise.all(Array.from({ length: processes }, () => startSending(place, requests)))
      const accepted = await Promise.all(
        Array.from({ length: broadcasts }, (_, index) => {
          const address = index % 2 === 0 ? chatapp : phone
          const request = reminders(shared)
          const recipients = request.recipients.map((recipient, n) => ({ ...recipient, identifier: address(n) }))
          return workspace.broadcasts.create({ ...request, recipients })
        })
      )
      for (const { uuid } of accepted) {
        while ((await workspace.broadcasts.get(uuid)).broadcast.status !== "completed") await setTimeout(50)
      }
      await Promise.all(children.map(killProgram))

      const endings = (await Promise.all(accepted.map(({ uuid }) => endingsOf(workspace, uuid)))).flat()
      // On a busy machine some get no response in time: they may have been accepted.
      const sent = endings.filter((ending) => ending === "sent" || ending === "unknown")
      const capped = endings.filter((ending) => ending === "frequency_cap")
      expect([sent.length, capped.length]).toEqual([shared, shared * (broadcasts - 1)])
      const contacts = new Set(requests.map((to) => Number(to) % 10_000_000))
      expect(requests.length, "none was requested twice").toBe(shared)
      expect(contacts.size, "no contact was requested by both addresses").toBe(shared)
    } finally {
      await rollcall.close()
      await end()
    }
  },
  120_000 + shared * 20
)
