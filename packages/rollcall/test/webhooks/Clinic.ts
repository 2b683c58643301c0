import { startProgram } from "@rollcall/testing/processes"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { Webhook } from "standardwebhooks"
import { onTestFinished } from "vitest"
import type { databases } from "../using/Databases.ts"
import type { Place } from "../using/Hosts.ts"
import { open } from "./Open.ts"
import { type Request, startReceiver, taken } from "./Receiver.ts"

const program = fileURLToPath(new URL("./WebhookHost.ts", import.meta.url))

/** Starts a process that sends webhooks, and kills it when the test ends, if it runs by then. */
const startHost = async (place: Place) => {
  const child = await startProgram(program, [JSON.stringify(place)])
  onTestFinished(() => void child.kill("SIGKILL"))
  if (child.stdout !== null) await once(child.stdout, "data")
  return child
}

/** A workspace of a database that processes share, with webhooks to a receiver that is down for its first requests. */
export const openClinic = async (
  openDatabase: (typeof databases)[number][1],
  options: { readonly webhooks: number; readonly contacts: number; readonly answerAfter: number }
) => {
  const { end, place } = await openDatabase()
  onTestFinished(end)
  const receiver = await startReceiver(5, { answerAfter: options.answerAfter, refuseEvery: 7 })
  onTestFinished(receiver.close)
  const rollcall = await open(place, { workers: false })
  onTestFinished(() => rollcall.close())
  const clinic = await rollcall.workspace("clinic")
  const webhooks = await Promise.all(
    Array.from({ length: options.webhooks }, (_, n) => clinic.webhooks.create({ url: receiver.urlOf(n) }))
  )
  const contacts: Array<string> = []
  /** Each contact is changed so often, so that a chunk has several events of one. */
  const happen = async (times: number) => {
    for (let n = 0; n < times; n++)
      for (const uuid of contacts) await clinic.contacts.update(uuid, { firstName: `${n}` })
  }
  for (let n = 0; n < options.contacts; n++) {
    contacts.push((await clinic.contacts.create({ email: `${n}@example.org` })).uuid)
  }

  /** The first events, in their order. */
  const eventsUntil = async (count: number) => {
    const events = []
    for await (const event of clinic.events()) {
      events.push(event)
      if (events.length === count) break
    }
    return events
  }

  /**
   * Waits until the receiver has taken each of so many events on every webhook. Returns what is wrong: an event of a
   * contact that arrived before the one before was taken, an event with two `webhook-id`s,
   * a webhook that is disabled. Fails if a signature is not right.
   */
  const problems = async (count: number): Promise<ReadonlyArray<string>> => {
    const events = await eventsUntil(count)
    const found: Array<string> = []
    for (const [n, { secret, webhook }] of webhooks.entries()) {
      const requests = await receiver.until(n, (all) => new Set(taken(all).map(cursorOf)).size >= count)
      const takenAt = firstOf(taken(requests), (one) => one.takenAt)
      const arrivedAt = firstOf(requests, (one) => one.arrivedAt)
      for (const uuid of contacts) {
        const its = events.flatMap((event) =>
          "contactUuid" in event && event.contactUuid === uuid ? event.cursor : []
        )
        for (const [at, cursor] of its.entries()) {
          const isEarly = its.slice(0, at).some((one) => takenAt(one) > arrivedAt(cursor))
          if (isEarly) found.push(`${cursor} arrived at webhook ${n} before the event before it was taken`)
        }
      }
      const ids = new Set(requests.map(idOf))
      if (ids.size !== count) found.push(`webhook ${n} has ${ids.size} identifiers of ${count} events`)
      const verifier = new Webhook(secret)
      for (const { body, headers } of requests) verifier.verify(body, headers)
      const { status } = await clinic.webhooks.get(webhook.uuid)
      if (status !== "enabled") found.push(`webhook ${n} is ${status}`)
    }
    return found
  }

  return { startHost: () => startHost(place), receiver, happen, problems }
}

const cursorOf = ({ body }: Request): string => /"cursor":"([^"]+)"/.exec(body)?.[1] ?? "without a cursor"
const idOf = ({ headers }: Request): string => headers["webhook-id"] ?? "without an id"

/** Returns the first step of a kind that an event came to, by its cursor. */
const firstOf = (requests: ReadonlyArray<Request>, stepOf: (request: Request) => number | null) => {
  const first = new Map<string, number>()
  const of = (cursor: string) => first.get(cursor) ?? Infinity
  for (const request of requests) {
    const cursor = cursorOf(request)
    first.set(cursor, Math.min(stepOf(request) ?? Infinity, of(cursor)))
  }
  return of
}
