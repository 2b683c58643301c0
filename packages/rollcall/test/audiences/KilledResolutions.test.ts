import { isLong, killsOr, limitOf, planFailed, planKills } from "@rollcall/testing/kills"
import { killProgram, startProgram, until } from "@rollcall/testing/processes"
import { Effect, Random } from "effect"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import type { Workspace } from "rollcall"
import { simulator } from "rollcall/simulator"
import { expect, it } from "vitest"
import { databases } from "../using/Databases.ts"
import type { Place } from "../using/Hosts.ts"
import { never, openResolving, reminderTo, reminderToUnion } from "./OpenResolving.ts"

/** How often a process is killed in the middle of a resolution, and how often in that of an acceptance. */
const kills = killsOr(1)

/** The contacts of the larger audience are resolved by workers, those of the smaller one in the request that accepts it. */
const [contacts, some] = [isLong ? 8_000 : 2_500, 1_200]

/** When each process is killed: after so many contacts are stored, and so many milliseconds later. */
const moments = planKills(kills * 20, () =>
  Effect.all({ stored: Random.nextBetween(0, 0.6), after: Random.nextBetween(0, 80) })
)

const program = fileURLToPath(new URL("./ResolvingHost.ts", import.meta.url))

/** Starts a process that says in a file what it does: nothing of that is lost when it is killed. */
const start = (place: Place, number: number, list: string, said: number) =>
  startProgram(program, [JSON.stringify(place), String(number), list], said)

/** What was said with this word. */
const saidIn = (file: string, word: string) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []))

/** The contacts of the test: of twenty one has no number, one that of another, and two are archived. */
const rowOf = (n: number) => ({
  firstName: `Person ${n}`,
  externalContactId: String(n),
  ...(n % 20 !== 3 && { phoneNumber: `+4930${1_000_000 + (n % 20 === 5 ? n - 1 : n)}` })
})

/** How a contact is taken: in the list, by its uuid, both, or neither; and whether it is excluded. */
const isListed = (n: number) => n % 3 === 0
const isOther = (n: number) => n % 2 === 0
const isWithout = (n: number) => n % 20 === 8
const isArchived = (n: number) => n % 20 === 12 || n % 20 === 17

/** What a recipient is like: its contact and why it is not reached, none if it is. */
type Outcome = readonly [contact: string, reason: string | null]

/** Stores the contacts, and returns them with what is to become of each in both audiences. */
const fill = async (place: Place) => {
  const rollcall = await openResolving(place, simulator(), { workers: true })
  const clinic = await rollcall.workspace("clinic")
  const given = Array.from({ length: contacts }, (_, n) => n)
  for (let at = 0; at < contacts; at += 1_000) {
    const rows = given.slice(at, at + 1_000).map((n) => ({ fields: rowOf(n) }))
    const { uuid } = await clinic.imports.create({ contacts: rows })
    await until(async () => (await clinic.imports.get(uuid)).status === "completed")
  }
  const uuids = new Map<number, string>()
  const order: Array<number> = []
  for (let offset = 0; offset < contacts; offset += 1_000) {
    const page = await clinic.contacts.search({ sortBy: { field: "createdAt" } }, { limit: 1_000, offset })
    for (const { externalContactId, uuid } of page.items) {
      uuids.set(Number(externalContactId), uuid)
      order.push(Number(externalContactId))
    }
  }
  const uuidsOf = (is: (n: number) => boolean) => given.filter(is).map((n) => uuids.get(n) ?? "")
  const listOf = async (name: string, members: ReadonlyArray<string>) => {
    const { uuid } = await clinic.lists.create({ name })
    for (let at = 0; at < members.length; at += 1_000) {
      await clinic.lists.addMembers(uuid, members.slice(at, at + 1_000))
    }
    return uuid
  }
  const isFew = (n: number) => n < some
  const list = await listOf("VIP", uuidsOf(isListed))
  const few = await listOf("Some", uuidsOf(isFew))
  await Promise.all(uuidsOf(isArchived).map((uuid) => clinic.contacts.archive(uuid)))
  await rollcall.close()

  /** The recipients of an audience, in their order. */
  const expectedOf = (isIn: (n: number) => boolean, isExcluded: (n: number) => boolean): ReadonlyArray<Outcome> => {
    const numbers = new Set<string>()
    return order.filter(isIn).map((n): Outcome => {
      const { phoneNumber } = rowOf(n)
      const isTaken = phoneNumber !== undefined && numbers.has(phoneNumber)
      if (phoneNumber !== undefined) numbers.add(phoneNumber)
      const reasons: ReadonlyArray<readonly [reason: string, isTrue: boolean]> = [
        ["excluded", isExcluded(n)],
        ["archived", isArchived(n)],
        ["no_address", phoneNumber === undefined],
        ["duplicate_identifier", isTaken]
      ]
      return [uuids.get(n) ?? "", reasons.find(([, isTrue]) => isTrue)?.[0] ?? null]
    })
  }
  return {
    audience: { list, others: uuidsOf(isOther), without: uuidsOf(isWithout) },
    few,
    union: expectedOf((n) => isListed(n) || isOther(n), isWithout),
    some: expectedOf(isFew, () => false)
  }
}

/** Every recipient of a broadcast, in the order of the listing. */
const recipientsOf = async (clinic: Workspace, uuid: string) => {
  const first = await clinic.broadcasts.recipients(uuid, {}, { limit: 1_000, offset: 0 })
  const recipients = [...first.items]
  while (recipients.length < first.total) {
    const page = { limit: 1_000, offset: recipients.length }
    recipients.push(...(await clinic.broadcasts.recipients(uuid, {}, page)).items)
  }
  return recipients
}

const outcomesOf = async (clinic: Workspace, uuid: string) =>
  (await recipientsOf(clinic, uuid)).map(({ contactUuid, reason, status }): Outcome => [
    contactUuid ?? "",
    status === "rejected" ? reason : null
  ])

/** The broadcasts that can be seen. */
const broadcastsOf = async (clinic: Workspace) => {
  const first = await clinic.broadcasts.list({}, { limit: 1_000, offset: 0 })
  expect(first.total).toBe(first.items.length)
  return first.items.map(({ name, uuid }) => ({ name, uuid }))
}

// `npm run test:long` runs both; one of them takes four seconds.
const chosen = databases.filter(([name]) => isLong || name === "SQLite")

it.each(chosen)(
  `R5, B9: a process on %s killed during ${kills} resolutions and ${kills} acceptances shows an audience completely once, or nothing`,
  async (_, openDatabase) => {
    const { end, place, select } = await openDatabase()
    const folder = mkdtempSync(join(tmpdir(), "rollcall-"))
    const file = join(folder, "said")
    const said = openSync(file, "a")
    const saidOf = (word: string) => saidIn(file, word)
    const killed = { resolving: 0, accepting: 0 }
    try {
      const { audience, few, some: expectedOfSome, union } = await fill(place)
      const rollcall = await openResolving(place, simulator(), { workers: false })
      const clinic = await rollcall.workspace("clinic")
      const large: Array<string> = []

      const rowsOf = async (uuid: string) => {
        const [row] = await select(`
          SELECT status, attempt, (SELECT count(*) FROM broadcast_recipients WHERE broadcast_uuid = '${uuid}') AS stored
          FROM broadcasts WHERE uuid = '${uuid}'`)
        return { status: row?.["status"], attempt: Number(row?.["attempt"]), stored: Number(row?.["stored"]) }
      }

      /** Whether a large broadcast is resolved: all of its recipients can be seen then, and none before. */
      const isResolved = async (uuid: string) => {
        const before = await outcomesOf(clinic, uuid)
        const { broadcast } = await clinic.broadcasts.get(uuid)
        const isResolving = broadcast.status === "resolving"
        const outcomes = isResolving ? before : await outcomesOf(clinic, uuid)
        expect(outcomes).toEqual(isResolving ? [] : union)
        return !isResolving
      }

      /** Accepts a large broadcast. The first one is sent when it is resolved. */
      const acceptUnion = async (number: number) => {
        const when = number === 0 ? {} : { scheduledFor: never }
        const accepted = await clinic.broadcasts.create({ ...reminderToUnion(`union ${number}`, audience), ...when })
        expect(accepted).toMatchObject({ status: "resolving", recipients: null })
        return accepted.uuid
      }

      for (const [number, { after, stored }] of moments.entries()) {
        if (killed.resolving >= kills && killed.accepting >= kills) break
        let current = large.at(-1)
        if (current === undefined || (await isResolved(current))) large.push((current = await acceptUnion(number)))
        const { attempt } = await rowsOf(current)
        const child = await start(place, number, few, said)
        await until(async () => {
          const now = await rowsOf(current)
          return now.attempt > attempt && now.stored >= stored * union.length
        })
        await setTimeout(after)
        await killProgram(child)

        const left = await rowsOf(current)
        if (!(await isResolved(current)) && left.stored > 0) killed.resolving++
        const asked = saidOf("asked").at(-1)
        if (asked !== saidOf("accepted").at(-1)) killed.accepting++
        // Of what was not answered all can be seen, or nothing.
        for (const { uuid } of (await broadcastsOf(clinic)).filter(({ name }) => name === asked)) {
          expect(await outcomesOf(clinic, uuid)).toEqual(expectedOfSome)
        }
      }

      const last = await start(place, moments.length, "", said)
      for (const uuid of large) await until(() => isResolved(uuid))
      await until(async () => (await clinic.broadcasts.get(large[0] ?? "")).broadcast.status === "completed")
      await killProgram(last)

      // Who asks again gets a broadcast of that name, and only one.
      const asked = saidOf("asked")
      const accepted = saidOf("accepted")
      for (const name of asked.filter((name) => !accepted.includes(name))) {
        await clinic.broadcasts.create(reminderTo(name, few))
      }
      const all = await broadcastsOf(clinic)
      const small = all.filter(({ name }) => name.startsWith("some"))
      expect(small.map(({ name }) => name).toSorted()).toEqual(asked.toSorted())
      for (const { uuid } of small) expect(await outcomesOf(clinic, uuid)).toEqual(expectedOfSome)

      const requested = saidOf("requested")
      expect(new Set(requested).size, "none was requested twice").toBe(requested.length)
      const sent = (await recipientsOf(clinic, large[0] ?? "")).filter(({ status }) => status !== "rejected")
      // A process that dies while it sends may leave some unknown, which no process sends again (B12).
      const missed = sent.filter(({ identifier }) => !requested.includes(identifier.replace("+", "")))
      expect(missed.filter(({ status }) => status !== "unknown")).toEqual([])
      expect(requested.length + missed.length).toBe(sent.length)
      expect(Math.min(killed.resolving, killed.accepting)).toBeGreaterThanOrEqual(kills)
      await rollcall.close()
      if (isLong) console.log(JSON.stringify({ ...killed, unions: large.length, accepted: small.length }))
    } catch (error) {
      throw planFailed(error)
    } finally {
      closeSync(said)
      rmSync(folder, { recursive: true })
      await end()
    }
  },
  limitOf(kills)
)
