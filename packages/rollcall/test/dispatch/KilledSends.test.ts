import { killsOr, limitOf, planFailed, planKills } from "@rollcall/testing/kills"
import { killProgram, until } from "@rollcall/testing/processes"
import { Effect, Random } from "effect"
import { setTimeout } from "node:timers/promises"
import type { Workspace } from "rollcall"
import { simulator } from "rollcall/simulator"
import { expect, it } from "vitest"
import { reminders } from "../Reminders.ts"
import { databases } from "../using/Databases.ts"
import { groups, open } from "./Open.ts"
import { startSending } from "./SendingProcess.ts"

const kills = killsOr(1)

/** When each process is killed: after so many requests, and so many milliseconds later, while responses are awaited. */
const moments = planKills(kills, () =>
  Effect.all({ requests: Random.nextIntBetween(1, 80), after: Random.nextBetween(0, 60) })
)

const recipients = 130 + kills * 110

/** Every recipient of a broadcast, as it is stored. */
const recipientsOf = async (workspace: Workspace, uuid: string) => {
  const pages = Array.from({ length: Math.ceil(recipients / 1_000) }, (_, page) =>
    workspace.broadcasts.recipients(uuid, {}, { limit: 1_000, offset: page * 1_000 })
  )
  return (await Promise.all(pages)).flatMap((page) => page.items)
}

it.each(databases)(
  `B12: a process on %s killed ${kills} times while it sends leaves at most one group unknown each time, no unrequested send unknown, and sends to nobody twice`,
  async (_, openDatabase) => {
    const { end, place } = await openDatabase()
    const requests: Array<string> = []
    try {
      const rollcall = await open(place, simulator(), { workers: false })
      const workspace = await rollcall.workspace("clinic")
      const { uuid } = await workspace.broadcasts.create(reminders(recipients))
      for (const { after, requests: count } of moments) {
        const before = requests.length
        const child = await startSending(place, requests)
        await until(() => requests.length >= before + count)
        await setTimeout(after)
        await killProgram(child)
      }
      const last = await startSending(place, requests)
      await until(async () => (await workspace.broadcasts.get(uuid)).broadcast.status === "completed")
      await killProgram(last)

      const stored = await recipientsOf(workspace, uuid)
      const unknown = stored.filter(({ status }) => status === "unknown").map(({ identifier }) => identifier)
      const requested = new Set(requests)
      expect(requested.size, "none was requested twice").toBe(requests.length)
      expect(stored.map(({ status }) => status).filter((status) => status !== "sent" && status !== "unknown")).toEqual(
        []
      )
      expect(unknown.filter((identifier) => !requested.has(identifier))).toEqual([])
      expect(unknown.length).toBeLessThanOrEqual(kills * groups.workersPerBroadcast * groups.concurrency)
      expect(requested.size).toBe(recipients)
      await rollcall.close()
    } catch (error) {
      throw planFailed(error)
    } finally {
      await end()
    }
  },
  limitOf(kills)
)
