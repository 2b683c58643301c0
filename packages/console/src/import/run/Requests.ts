import { EarlierRows } from "@rollcall/contact-files"
import { call } from "../../api/Client.ts"
import type { Contact } from "../file/FileRows.ts"
import { maxRows } from "./Batches.ts"
import { type Counts, type ImportClient, keysOf, noRows, type Outcome, type Plan } from "./ImportClient.ts"

const pageSize = 100

/** A client that imports. What it asks and what it sends is not aborted: an answer says whether rows arrived. */
export const importing = (plan: Plan): ImportClient => ({
  send: async (contacts) => {
    const { contact_import_uuid } = await call("POST /v1/contacts/bulk", { body: { ...plan, contacts } })
    return contact_import_uuid
  },
  outcome: async (uuid) => {
    const params = { contact_import_uuid: uuid }
    for (let pause = 50; ; pause = Math.min(1.5 * pause, 1_000)) {
      const { status, summary } = await call("GET /v1/contacts/bulk/:contact_import_uuid", { params })
      if (status === "completed" || status === "failed") return outcomeOf(uuid, plan, summary)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
})

type RowOutcome = "updated" | "unchanged" | "failed" | "skipped"

const outcomeOf = async (
  uuid: string,
  { merge_type }: Plan,
  { created, failed, skipped }: { readonly created: number; readonly failed: number; readonly skipped: number }
): Promise<Outcome> => {
  const totalOf = async (outcome: RowOutcome) => (await pageOf(uuid, outcome, 1, 0)).pagination.total
  const [updated, unchanged] = created === 0 ? [0, 0] : await Promise.all([totalOf("updated"), totalOf("unchanged")])
  const failures = failed === 0 ? [] : await allRows(uuid, "failed")
  const without = merge_type === "update" && skipped > 0 ? await allRows(uuid, "skipped") : []
  return {
    counts: { created: created - updated - unchanged, updated, unchanged, skipped, failed },
    failed: failures.map(failedRow),
    unmatched: without.flatMap(({ contact_uuid, index }) => (contact_uuid === null ? [index] : []))
  }
}

const pageOf = (uuid: string, outcome: RowOutcome, limit: number, offset: number) =>
  call("GET /v1/contacts/bulk/:contact_import_uuid/rows", {
    params: { contact_import_uuid: uuid },
    query: { outcome, limit, offset }
  })

const allRows = async (uuid: string, outcome: RowOutcome) => {
  const all: Array<Awaited<ReturnType<typeof pageOf>>["rows"][number]> = []
  for (;;) {
    const { pagination, rows } = await pageOf(uuid, outcome, pageSize, all.length)
    all.push(...rows)
    if (rows.length === 0 || all.length >= pagination.total) return all
  }
}

const failedRow = (row: { readonly index: number; readonly reason: string | null; readonly error: string | null }) => ({
  index: row.index,
  reason: row.reason ?? "no_reason",
  error: row.error ?? "no reason was given"
})

/** A request is not cut into fewer rows to make room for earlier ones. */
const fewestRows = 100

/**
 * A client that asks what each request would do, and changes nothing. A request begins with the earlier rows of the file
 * that its own rows meet, because none of them is stored.
 */
export const previewing = (plan: Plan): ImportClient => {
  const earlier = new EarlierRows<Contact>(keysOf)
  const outcomes = new Map<string, Outcome>()
  const preview = async (rows: ReadonlyArray<Contact>): Promise<ReadonlyArray<PreviewRow>> => {
    const met = earlier.metBy(rows, maxRows)
    if (met.length + rows.length > maxRows && rows.length > fewestRows) {
      const half = rows.length >> 1
      return [...(await preview(rows.slice(0, half))), ...(await preview(rows.slice(half)))]
    }
    const before = met.slice(rows.length - maxRows)
    const contacts = [...before, ...rows]
    const answer = await call("POST /v1/contacts/bulk/preview", { body: { ...plan, contacts } })
    earlier.add(rows)
    return answer.rows.slice(before.length)
  }
  return {
    send: async (contacts) => {
      const uuid = String(outcomes.size)
      outcomes.set(uuid, previewOf(await preview(contacts)))
      return uuid
    },
    outcome: async (uuid) => outcomes.get(uuid) ?? { counts: noRows, failed: [], unmatched: [] }
  }
}

interface PreviewRow {
  readonly outcome: keyof Counts
  readonly contact_uuid: string | null
  readonly reason: string | null
  readonly error: string | null
}

const previewOf = (rows: ReadonlyArray<PreviewRow>): Outcome => {
  const counts = { ...noRows }
  for (const { outcome } of rows) counts[outcome] += 1
  return {
    counts,
    failed: rows.flatMap((row, index) => (row.outcome === "failed" ? [failedRow({ ...row, index })] : [])),
    unmatched: rows.flatMap(({ contact_uuid, outcome }, index) =>
      outcome === "skipped" && contact_uuid === null ? [index] : []
    )
  }
}
