import { Effect, Random } from "effect"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { setTimeout } from "node:timers/promises"
import type { Workspace } from "rollcall"
import { simulator } from "rollcall/simulator"
import { expect, it } from "vitest"
import { reminders } from "../Reminders.ts"
import { databases } from "../using/Databases.ts"
import { groups, open } from "./Open.ts"
import { startSending } from "./SendingProcess.ts"

const kills = Number(process.env["ROLLCALL_KILLS"] ?? 1)

const seed = process.env["ROLLCALL_SEED"] ?? String(Effect.runSync(Random.nextIntBetween(1, 0x7fffffff)))

/** When each process is killed: after so many requests, and so many milliseconds later, while responses are awaited. */
const moments = Effect.runSync(
  Effect.forEach(Array.from({ length: kills }), () =>
    Effect.all({ requests: Random.nextIntBetween(1, 80), after: Random.nextBetween(0, 60) })
  ).pipe(Random.withSeed(seed))
)

const recipients = 130 + kills * 110

const killNow = async (child: ChildProcess) => {
  const closed = once(child, "close")
  child.kill("SIGKILL")
  await closed
}

const until = async (reached: () => boolean | Promise<boolean>) => {
  while (!(await reached())) await setTimeout(10)
}

/** Every recipient of a broadcast, as it is stored. */
const recipientsOf = async (workspace: Workspace, uuid: string) => {
  const pages = Array.from({ length: Math.ceil(recipients / 1_000) }, (_, page) =>
    workspace.broadcasts.recipients(uuid, {}, { limit: 1_000, offset: page * 1_000 })
  )
  return (await Promise.all(pages)).flatMap((page) => page.recipients)
}

it.each(databases)(
  `B12: a process on %s that is killed ${kills} times while it sends leaves unknown at most one group each time, none that it had not requested, and sends to none twice`,
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
        await killNow(child)
      }
      const last = await startSending(place, requests)
      await until(async () => (await workspace.broadcasts.get(uuid)).broadcast.status === "completed")
      await killNow(last)

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
      throw new Error(`ROLLCALL_SEED=${seed} makes the same plan`, { cause: error })
    } finally {
      await end()
    }
  },
  60_000 + kills * 20_000
)
