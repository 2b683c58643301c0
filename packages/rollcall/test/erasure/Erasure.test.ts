import { Schema } from "effect"
import { createRollcall, type Rollcall } from "rollcall"
import { describe, expect, it, onTestFinished } from "vitest"
import { startReceiver } from "../webhooks/Receiver.ts"
import { isImpersonal, untied } from "./Impersonal.ts"
import { traceIn } from "./Marker.ts"
import { write } from "./Person.ts"
import { makeProvider } from "./Provider.ts"
import { type Kept, stores } from "./Stores.ts"

type Calls = (
  method: string,
  path: string,
  body?: unknown
) => Promise<{ readonly status: number; readonly json: unknown }>

const callsOf =
  (rollcall: Rollcall, token: string): Calls =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await rollcall.fetch(new Request(`http://x${path}`, { method, headers, ...sent }))
    const text = await answer.text()
    return { status: answer.status, json: text === "" ? null : JSON.parse(text) }
  }

const Methods = Schema.Record(Schema.String, Schema.Unknown)
const decodeDocument = Schema.decodeUnknownSync(Schema.Struct({ paths: Schema.Record(Schema.String, Methods) }))

/** The paths of events, which are read beside: the stream of them has no end. */
const ofEvents = ["/v1/events", "/v1/events/stream"]

/** The answers of every GET of the document, for each of these values of the names in its path. */
const answersOf = async (call: Calls, named: Readonly<Record<string, ReadonlyArray<string>>>) => {
  const { json } = await call("GET", "/openapi.json")
  const answers: Array<Kept> = []
  for (const [path, methods] of Object.entries(decodeDocument(json).paths)) {
    if (!("get" in methods) || path.startsWith("/channels/") || ofEvents.includes(path)) continue
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name)
    const unknown = names.filter((name) => !(name in named))
    if (unknown.length > 0) throw new Error(`no values for ${unknown.join(", ")} of ${path}`)
    const paths = names.reduce<ReadonlyArray<string>>(
      (paths, name) => paths.flatMap((path) => (named[name] ?? []).map((value) => path.replace(`{${name}}`, value))),
      [path]
    )
    for (const one of paths) answers.push({ place: one, text: JSON.stringify((await call("GET", one)).json) })
  }
  return answers
}

/** What has a trace, with what stands around the first one. */
const tracesIn = (texts: ReadonlyArray<Kept>) =>
  texts.flatMap(({ place, text }) => {
    const at = traceIn(text)
    return at === null ? [] : [`${place}: ${text.slice(Math.max(0, at - 100), at + 100)}`]
  })

describe.each(stores)("an erased contact, in %s", (_name, open) => {
  it("C7: leaves no data in any table, file, response, event, webhook or log line", { timeout: 300_000 }, async () => {
    const { end, files, kept: keptBy, storage } = await open()
    onTestFinished(end)
    const receiver = await startReceiver(3, { refuseEvery: 3 })
    onTestFinished(receiver.close)
    const log: Array<Kept> = []
    const provider = makeProvider()
    const rollcall = await createRollcall({
      storage,
      channel: provider.definition,
      settings: {
        dispatch: {
          lease: "2 seconds",
          nextCheckAfter: 200,
          retryAfter: 100,
          rate: { perSecond: 10_000, burst: 10_000 }
        },
        events: { recipients: true },
        webhooks: { allowPrivateAddresses: true, retryAfter: 50, longestRetryAfter: 200 }
      },
      log: (level, message, values) => log.push({ place: `log ${level}`, text: JSON.stringify([message, values]) })
    })
    onTestFinished(() => rollcall.close())
    const clinic = await rollcall.workspace("clinic")
    const { token } = await clinic.accessTokens.create({})
    const call = callsOf(rollcall, token)
    await clinic.webhooks.create({ url: receiver.urlOf(1) })
    const { webhook } = await clinic.webhooks.create({ url: "http://127.0.0.1:1/closed" })
    const everybody = await clinic.segments.create({ name: "Everybody", search: {} })
    const { broadcasts, contact, contactImport, field, list, messages, note } = await write(
      rollcall,
      clinic,
      provider,
      call
    )
    const addition = await clinic.lists.addFromSearch(list, {})
    const job = await clinic.optOuts.startJob({ action: "opt_in", contactUuids: [contact] })

    const named = {
      contact_uuid: [contact],
      addition_uuid: [addition.uuid],
      job_uuid: [job.uuid],
      contact_import_uuid: [contactImport],
      contact_list_uuid: [list],
      segment_uuid: [everybody.uuid],
      note_uuid: [note],
      custom_field_uuid: field,
      uuid: broadcasts,
      message_uuid: messages,
      webhook_uuid: [webhook.uuid]
    }
    // Whatever is looked at afterwards has a trace before, or could not have one.
    const before = await keptBy()
    const marked = new Set(before.texts.filter(({ text }) => traceIn(text) !== null).map(({ place }) => place))
    const places = Array.from(before.places).filter((place) => !untied.has(place))
    expect(places.filter((place) => !marked.has(place) && !isImpersonal(place))).toEqual([])
    expect(tracesIn(await answersOf(call, named)).length).toBeGreaterThan(8)

    expect((await call("DELETE", `/v1/contacts/${contact}`)).status).toBe(204)
    const { texts } = await keptBy()
    expect(tracesIn(texts.filter(({ place }) => !untied.has(place)))).toEqual([])
    expect(tracesIn(await answersOf(call, named))).toEqual([])
    expect(tracesIn(await files())).toEqual([])
    const { events } = await clinic.events.read({ limit: 1_000 })
    expect(events.length).toBeGreaterThan(20)
    expect(tracesIn(events.map((event) => ({ place: event.type, text: JSON.stringify(event) })))).toEqual([])
    const requests = await receiver.until(1, (all) => all.some(({ body }) => body.includes("contact.erased")))
    expect(
      tracesIn(requests.map(({ body, headers }) => ({ place: "webhook", text: JSON.stringify([body, headers]) })))
    ).toEqual([])
    expect(tracesIn(log)).toEqual([])
  })
})
