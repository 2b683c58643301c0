import { WorkspaceUuid } from "@rollcall/core"
import { DateTime } from "effect"
import fc from "fast-check"
import { createRollcall, type Rollcall, type Workspace } from "rollcall"
import { describe, expect, it, onTestFinished } from "vitest"
import { address, marked, traceIn } from "./Marker.ts"
import { makeProvider, messageId } from "./Provider.ts"
import { type Kept, stores } from "./Stores.ts"
import { untied } from "./Impersonal.ts"

type Provider = ReturnType<typeof makeProvider>

const sender = "4930000001"
const eventually = { timeout: 30_000, interval: 20 }

/** What happens to a person and to a contact that is merged with hers, before she is erased. */
const steps = fc.array(
  fc.constantFrom("merge", "undo", "rename", "move", "send", "address", "answer", "receipt", "unknown", "import"),
  { minLength: 4, maxLength: 10 }
)

const postReports = async (rollcall: Rollcall, { reports }: Provider, batch: Provider["reports"][number]) => {
  reports.push(batch)
  const request = new Request("http://x/channels/provider/webhook", { method: "POST", body: "1" })
  expect((await rollcall.fetch(request)).status).toBe(200)
}

const statusOf = async (clinic: Workspace, uuid: string) => (await clinic.broadcasts.get(uuid)).broadcast.status

/** Does the steps in a workspace of their own, and erases the person; returns the receipt. */
const live = async (rollcall: Rollcall, provider: Provider, clinic: Workspace, history: ReadonlyArray<string>) => {
  const workspace = WorkspaceUuid.make(clinic.uuid)
  const other = await clinic.contacts.create({ email: "ada@example.org", lastName: "Lovelace" })
  const person = await clinic.contacts.create({ firstName: marked("first"), phoneNumber: `+${address()}` })
  let [isMerged, isSent, count] = [false, false, 0]
  const send = async (to: { readonly contactUuids: ReadonlyArray<string> } | { readonly searchTerm: string }) => {
    const { uuid } = await clinic.broadcasts.create({
      ...{ name: "Results", templateName: "result", from: sender },
      parameters: { header: { type: "text" }, bodyOrder: ["who", "what"], buttonOrder: ["code"] },
      audience: {
        include: ["searchTerm" in to ? { search: to } : to],
        parameters: {
          header: { value: "Hello" },
          body: { who: { field: "firstName", fallback: "x" }, what: { value: "results" } },
          button: { code: { value: "1" } }
        }
      }
    })
    await expect.poll(() => statusOf(clinic, uuid), eventually).toBe("completed")
    isSent = true
  }
  const none = { receipts: [], messages: [], notices: [] }
  const at = DateTime.nowUnsafe()
  for (const step of history) {
    const now = isMerged ? other.uuid : person.uuid
    switch (step) {
      case "merge":
        if (!isMerged) await clinic.contacts.merge(other.uuid, { from: person.uuid })
        isMerged = true
        break
      case "undo":
        if (isMerged) await clinic.contacts.undoMerge(other.uuid, {})
        isMerged = false
        break
      case "rename":
        // An undo needs the values that the merge left.
        await clinic.contacts.update(now, { firstName: "Other" })
        await clinic.contacts.update(now, { firstName: marked("first") })
        break
      case "move":
        await clinic.contacts.update(now, { phoneNumber: `+${address("49171")}` })
        await clinic.contacts.update(now, { phoneNumber: `+${address()}` })
        break
      case "send":
        await send(count++ % 2 === 0 ? { contactUuids: [now] } : { searchTerm: marked("first") })
        break
      case "address": {
        const { uuid } = await clinic.broadcasts.create({
          ...{ name: "Results", templateName: "result", from: sender },
          parameters: { header: { type: "text" }, bodyOrder: ["who", "what"], buttonOrder: ["code"] },
          recipients: [
            {
              identifier: `+49 (170) ${address("")}`,
              clientReference: marked("reference"),
              parameters: { header: { value: "x" }, body: { who: marked("who"), what: "x" }, button: { code: "1" } }
            }
          ]
        })
        await expect.poll(() => statusOf(clinic, uuid), eventually).toBe("completed")
        isSent = true
        break
      }
      case "answer":
        await postReports(rollcall, provider, {
          ...none,
          // That she writes under another address is known from the answer to what was sent to her.
          messages: [address(), ...(isSent ? [`7${address()}`] : [])].map((from) => {
            const channelMessageId = messageId(from, `in ${count++}`)
            const person = { from, username: marked("name") }
            return { workspace, ...person, to: sender, at, kind: "text", text: marked("answer"), channelMessageId }
          })
        })
        break
      case "receipt":
      case "unknown": {
        const last = provider.sent.at(-1)
        const id = step === "unknown" || last === undefined ? messageId(address(), `unknown ${count++}`) : last.id
        const said = { status: "undeliverable" as const, reason: null, error: marked(`${address()} is no user`) }
        const receipt = { ...said, correlation: null, messageId: id, workspaces: [workspace], at }
        await postReports(rollcall, provider, { ...none, receipts: [receipt] })
        break
      }
      case "import": {
        // Rows stay with the contact that they resolved to.
        if (isMerged) break
        const row = { fields: { phoneNumber: `+${address()}`, firstName: marked("first") } }
        const { uuid } = await clinic.imports.create({ matchOnField: "phoneNumber", contacts: [row] })
        await expect.poll(async () => (await clinic.imports.get(uuid)).status, eventually).toBe("completed")
      }
    }
  }
  return person.uuid
}

const tracesIn = (texts: ReadonlyArray<Kept>) =>
  texts.flatMap(({ place, text }) => {
    const at = traceIn(text)
    return at === null || untied.has(place) ? [] : [`${place}: ${text.slice(Math.max(0, at - 100), at + 100)}`]
  })

describe.each(stores)("erased people with histories, in %s", (_name, open) => {
  it("C7: leave no data, after any merges, sends and reports", { timeout: 300_000 }, async () => {
    const { end, files, kept, storage } = await open()
    onTestFinished(end)
    const provider = makeProvider()
    const rollcall = await createRollcall({
      storage,
      channel: provider.definition,
      settings: {
        dispatch: { nextCheckAfter: 100, rate: { perSecond: 10_000, burst: 10_000 } },
        events: { recipients: true }
      },
      log: () => {}
    })
    onTestFinished(() => rollcall.close())
    for (const [n, history] of fc.sample(steps, 12).entries()) {
      const clinic = await rollcall.workspace(`clinic ${n}`)
      const person = await live(rollcall, provider, clinic, history)
      // What is reported is applied within a second.
      const isApplied = async () =>
        (await kept()).texts.every(({ place, text }) => !place.startsWith("inbox") || text === "[]")
      await expect.poll(isApplied, eventually).toBe(true)
      const receipt = await clinic.contacts.erase(person)
      expect({ history, isComplete: receipt.isComplete, traces: tracesIn((await kept()).texts) }).toEqual({
        history,
        isComplete: true,
        traces: []
      })
    }
    expect(tracesIn(await files())).toEqual([])
  })
})
