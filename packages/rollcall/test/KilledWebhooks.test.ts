import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { createRollcall } from "rollcall"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { Webhook } from "standardwebhooks"
import { afterAll, expect, it, vi } from "vitest"
import { startReceiver } from "./WebhookReceiver.ts"

const folder = mkdtempSync(join(tmpdir(), "rollcall-webhooks-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Each host once, or as often as `npm run test:long` says. */
const kills = Number(process.env["ROLLCALL_KILLS"] ?? 2)
const people = 15

vi.setConfig({ testTimeout: 60_000 + kills * 15_000 })

const program = fileURLToPath(new URL("./WebhookHost.ts", import.meta.url))

/** Starts a process that sends webhooks. */
const startHost = async (filename: string): Promise<ChildProcess> => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const child = spawn(process.execPath, ["--conditions=rollcall-source", program, filename], {
    env,
    stdio: ["ignore", "pipe", "inherit"]
  })
  if (child.stdout !== null) await once(child.stdout, "data")
  return child
}

const kill = async (child: ChildProcess | undefined) => {
  if (child === undefined) return
  const exit = once(child, "exit")
  child.kill("SIGKILL")
  expect(await exit).toEqual([null, "SIGKILL"])
}

it("H1, H2: two processes on SQLite, killed in turn while they send, bring every event in the order of its contact", async () => {
  const filename = join(folder, "clinic.db")
  const receiver = await startReceiver(5)
  const settings = { webhooks: { allowPrivateAddresses: true } }
  const rollcall = await createRollcall({
    storage: sqlite({ filename }),
    channel: simulator(),
    workers: false,
    settings
  })
  const clinic = await rollcall.workspace("clinic")
  const { secret, webhook } = await clinic.webhooks.create({ url: receiver.url })
  const hosts = [await startHost(filename), await startHost(filename)]
  const uuids: Array<string> = []
  for (let n = 0; n < people; n++) uuids.push((await clinic.contacts.create({ email: `${n}@example.org` })).uuid)
  for (let round = 0; round < kills; round++) {
    const before = receiver.taken.length
    for (const uuid of uuids) await clinic.contacts.update(uuid, { firstName: `round ${round}` })
    await receiver.until(before + 3)
    await kill(hosts.shift())
    hosts.push(await startHost(filename))
  }
  const { events } = await clinic.events.read({ limit: 1_000 })
  expect(events.length).toBe(people * (kills + 1))
  const cursors = () => [
    ...new Set(
      receiver.taken.map(({ body }) => /"cursor":"([^"]+)"/.exec(body)?.[1]).filter((one) => one !== undefined)
    )
  ]
  while (cursors().length < events.length) await receiver.until(receiver.taken.length + 1)
  for (const uuid of uuids) {
    const its = events.filter((event) => "contactUuid" in event && event.contactUuid === uuid).map((one) => one.cursor)
    expect(cursors().filter((cursor) => its.includes(cursor))).toEqual(its)
  }
  const verifier = new Webhook(secret)
  for (const { body, headers } of receiver.taken) expect(() => verifier.verify(body, headers)).not.toThrow()
  expect(await clinic.webhooks.get(webhook.uuid)).toMatchObject({ status: "enabled", missedAt: null })
  for (const host of hosts) await kill(host)
  await rollcall.close()
  receiver.close()
})
