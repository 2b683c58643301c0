import { createRollcall, type RollcallEvent, type Rollcall, type Workspace } from "rollcall"
import { memory } from "rollcall/memory"
import { simulator } from "rollcall/simulator"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

describe("events", () => {
  let rollcall: Rollcall
  let clinic: Workspace
  beforeAll(async () => {
    rollcall = await createRollcall({
      storage: memory(),
      channel: simulator(),
      settings: { events: { pollEvery: 10 } }
    })
    clinic = await rollcall.workspace("clinic")
  })
  afterAll(() => rollcall.close())

  it("are read in pages, and followed from a cursor: past events, then new ones", async () => {
    const ada = await clinic.contacts.create({ email: "ada@example.org" })
    const { events, hasMore, next } = await clinic.events.read({ limit: 10 })
    expect(events).toMatchObject([{ type: "contact.created", contactUuid: ada.uuid }])
    expect(events[0]?.at).toBeInstanceOf(Date)
    expect(hasMore).toBe(false)
    expect(await clinic.events.read()).toMatchObject({ events, next })

    await clinic.contacts.archive(ada.uuid)
    const seen: Array<RollcallEvent> = []
    for await (const event of clinic.events({ after: next })) {
      seen.push(event)
      if (seen.length === 1) void clinic.contacts.restore(ada.uuid)
      if (seen.length === 2) break
    }
    expect(seen.map(({ type }) => type)).toEqual(["contact.archived", "contact.unarchived"])
  })

  it("are filtered by type, and end with the signal", async () => {
    const stop = new AbortController()
    const reason = new Error("enough")
    const following = async () => {
      for await (const event of clinic.events({ types: ["contact.erased"], signal: stop.signal })) {
        if (event.type === "contact.erased") stop.abort(reason)
      }
    }
    const { uuid } = await clinic.contacts.create({ email: "bob@example.org" })
    const end = following().catch((error: unknown) => error)
    await clinic.contacts.erase(uuid)
    expect(await end).toBe(reason)
  })

  it("reject an invalid cursor and an unknown type", async () => {
    const first = (options: { readonly after?: string | null }) => clinic.events(options)[Symbol.asyncIterator]().next()
    await expect(first({ after: "x" })).rejects.toMatchObject({ code: "invalid_input", issues: [{ path: ["after"] }] })
    const misspelt = { after: null, type: "x" }
    await expect(first(misspelt)).rejects.toMatchObject({ issues: [{ path: ["type"] }] })
    await expect(clinic.events.read({ limit: 0 })).rejects.toMatchObject({ issues: [{ path: ["limit"] }] })
  })

  it("are rejected with closed when the library is closed meanwhile", async () => {
    const other = await createRollcall({ storage: memory(), channel: simulator() })
    const waiting = (await other.workspace("clinic")).events()[Symbol.asyncIterator]().next()
    const end = waiting.catch((error: unknown) => error)
    await new Promise((resolve) => setImmediate(resolve))
    await other.close()
    expect(await end).toMatchObject({ code: "closed" })
  })
})
