import { FieldWords, noOutcome, outcomeOf, type RequestOutcome, type RowAnswer } from "@rollcall/contact-files"
import { describe, expect, it } from "vitest"
import { Refusal } from "../../src/api/Refusal.ts"
import type { Contact } from "../../src/import/file/FileRows.ts"
import type { ImportClient, Plan } from "../../src/import/run/ImportClient.ts"
import { InDoubt, type RunOptions, runImport, type RunReport } from "../../src/import/run/ImportRun.ts"
import type { KeptRun } from "../../src/import/run/KeptRun.ts"
import { people, rowsOf } from "./Rows.ts"

const plan: Plan = { match_on_field: "email", merge_type: "create_or_update", contact_list_uuid: null }

/**
 * A server that takes every request, and fails those rows that `fails` says; `lose` loses the answer to a request. Rows with
 * one address come to one contact.
 */
const makeServer = (
  lose: (request: number) => boolean = () => false,
  fails: (contact: Contact) => boolean = () => false
) => {
  const sent: Array<ReadonlyArray<Contact>> = []
  const asked: Array<string> = []
  const known = new Set<string>()
  const outcomes = new Map<string, RequestOutcome>()
  const answerOf = (contact: Contact): RowAnswer => {
    if (fails(contact)) return { outcome: "failed", contact: null, reason: "value_error", error: "is wrong" }
    const name = `contact of ${contact.email ?? ""}`
    const outcome = known.has(name) ? "updated" : "created"
    known.add(name)
    return { outcome, contact: name, reason: null, error: null }
  }
  const client: ImportClient = {
    send: async (contacts) => {
      sent.push(contacts)
      if (lose(sent.length)) throw new Refusal(0, "no answer")
      const uuid = `import-${sent.length}`
      outcomes.set(uuid, outcomeOf(contacts.map(answerOf)))
      return uuid
    },
    outcome: async (uuid) => {
      asked.push(uuid)
      return outcomes.get(uuid) ?? noOutcome
    }
  }
  return { client, sent, asked }
}

const none: Pick<KeptRun, "batches" | "doubt"> = { batches: [], doubt: null }

/** Runs an import, and returns its last report, what was kept at its end, and what it failed with. */
const run = async (text: string, options: Partial<RunOptions> & Pick<RunOptions, "client">) => {
  let report: RunReport | undefined
  let kept = none
  const error: unknown = await runImport(rowsOf(text), {
    words: new FieldWords(),
    plan,
    begun: none,
    keep: (done) => (kept = { ...done, batches: [...done.batches] }),
    onReport: (now) => (report = now),
    signal: new AbortController().signal,
    pauses: [0],
    ...options
  }).then(
    () => undefined,
    (error: unknown) => error
  )
  return { report, kept, error }
}

const sizes = (sent: ReadonlyArray<ReadonlyArray<Contact>>) => sent.map(({ length }) => length)

describe("an import in the page", () => {
  it("sends at most 1,000 rows at a time, and returns each row's outcome by its number in the file", async () => {
    const server = makeServer(undefined, ({ email }) => email === "3@x.org")
    const text = `${people(1_001)}\n1@x.org\n\n"a "b" c"\n`
    const { kept, report } = await run(text, server)
    expect(sizes(server.sent)).toEqual([1_000, 2])
    expect(report?.counts).toEqual({ ...noOutcome.counts, created: 1_000, updated: 1, failed: 2 })
    expect(report?.lines.map(({ kind, number, reason }) => [number, kind, reason])).toEqual([
      [3, "failed", "value_error"],
      [1_003, "failed", "unreadable_row"],
      [1_002, "merged", "same_contact"]
    ])
    expect([...(report?.failures.keys() ?? [])]).toEqual([3, 1_003])
    expect(kept).toEqual({
      batches: [
        { last: 1_000, uuid: "import-1" },
        { last: 1_003, uuid: "import-2" }
      ],
      doubt: null
    })
  })

  it("resends rows with a lost response if each is matched", async () => {
    const server = makeServer((request) => request === 1)
    const { error, report } = await run(people(2), server)
    expect(error).toBeUndefined()
    expect(sizes(server.sent)).toEqual([2, 2])
    expect(report?.counts.created).toBe(2)
  })

  it("I3: does not resend a batch with a row that matches no contact", async () => {
    const server = makeServer((request) => request === 1)
    const { error, kept } = await run(`${people(2)}\nn/a\n`, server)
    expect([error instanceof InDoubt, sizes(server.sent), kept.doubt]).toEqual([true, [3], { first: 1, last: 3 }])
  })

  it("stops if rows that create contacts each time may have arrived, and remembers these rows", async () => {
    const unmatched = { ...plan, match_on_field: null }
    const server = makeServer((request) => request === 2)
    const { error, kept } = await run(people(1_002), { ...server, plan: unmatched })
    expect(error).toBeInstanceOf(InDoubt)
    expect(sizes(server.sent)).toEqual([1_000, 2])
    expect(kept).toEqual({ batches: [{ last: 1_000, uuid: "import-1" }], doubt: { first: 1_001, last: 1_002 } })

    expect((await run(people(1_002), { ...server, plan: unmatched, begun: kept })).error).toBeInstanceOf(InDoubt)
    expect(sizes(server.sent)).toEqual([1_000, 2])
    const again = await run(people(1_002), { ...server, plan: unmatched, begun: kept, resend: true })
    expect(sizes(server.sent)).toEqual([1_000, 2, 2])
    expect(again.report?.counts.created).toBe(1_002)
    const { last } = kept.doubt ?? { last: 0 }
    const skipped = { batches: [...kept.batches, { last, uuid: null }], doubt: null }
    await run(people(1_002), { ...server, plan: unmatched, begun: skipped })
    expect(sizes(server.sent)).toEqual([1_000, 2, 2])
  })

  it("continues after a reload where it stopped, sends nothing twice, and has the outcomes of earlier rows", async () => {
    const server = makeServer(undefined, ({ email }) => email === "2@x.org")
    await server.client.send([{ email: "1@x.org" }, { email: "2@x.org" }])
    const begun = { batches: [{ last: 2, uuid: "import-1" }], doubt: null }
    const { report } = await run(people(5), { ...server, begun })
    expect(server.sent.slice(1)).toEqual([[{ email: "3@x.org" }, { email: "4@x.org" }, { email: "5@x.org" }]])
    expect(server.asked).toEqual(["import-1", "import-2"])
    expect([report?.rows, [...(report?.failures ?? [])]]).toEqual([5, [[2, "is wrong"]]])
  })

  it("ends with the server's error", async () => {
    const client = { ...makeServer().client, send: async () => Promise.reject(new Refusal(403, "not allowed")) }
    const { error, kept } = await run(people(1), { client })
    expect([error, kept]).toEqual([new Refusal(403, "not allowed"), none])
  })
})
