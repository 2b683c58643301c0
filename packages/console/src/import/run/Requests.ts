import {
  EarlierRows,
  noOutcome,
  outcomeOf,
  type RequestOutcome,
  type RowAnswer,
  rowFailed
} from "@rollcall/contact-files"
import { call } from "../../api/Client.ts"
import type { Contact } from "../file/FileRows.ts"
import { maxRows } from "./Batches.ts"
import { type ImportClient, keysOf, type Plan } from "./ImportClient.ts"

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
      if (status === "completed" || status === "failed") return importOutcome(uuid, plan, summary)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
})

interface Summary {
  readonly total: number
  readonly created: number
  readonly skipped: number
  readonly failed: number
}

/** The outcome of an import that is over. Its rows are read where they are matched: otherwise each makes a contact. */
const importOutcome = async (
  uuid: string,
  { match_on_field }: Plan,
  { created, failed, skipped, total }: Summary
): Promise<RequestOutcome> => {
  if (match_on_field) return outcomeOf(await answersOf(uuid, total, {}))
  const failures = await answersOf(uuid, failed, { outcome: "failed" })
  return {
    counts: { created, updated: 0, unchanged: 0, skipped, failed },
    failed: failures.map((row) => rowFailed(row.index, row)),
    contacts: []
  }
}

/** The answers about a number of rows: about all, or about the failed ones. */
const answersOf = async (uuid: string, count: number, filter: { readonly outcome?: "failed" }) => {
  const offsets = Array.from({ length: Math.ceil(count / pageSize) }, (_, page) => page * pageSize)
  const pages = await Promise.all(
    offsets.map((offset) =>
      call("GET /v1/contacts/bulk/:contact_import_uuid/rows", {
        params: { contact_import_uuid: uuid },
        query: { ...filter, limit: pageSize, offset }
      })
    )
  )
  return pages.flatMap(({ rows }) =>
    rows.flatMap(({ contact_uuid, error, index, outcome, reason }) =>
      outcome === null ? [] : [{ index, outcome, contact: contact_uuid, reason, error }]
    )
  )
}

/** A request is not cut into fewer rows to make room for earlier ones. */
const fewestRows = 100

/**
 * A client that asks what each request would do, and changes nothing. A request begins with the earlier rows of the file
 * that its own rows meet, because none of them is stored.
 */
export const previewing = (plan: Plan): ImportClient => {
  const earlier = new EarlierRows<Contact>(keysOf)
  const outcomes = new Map<string, RequestOutcome>()
  const preview = async (rows: ReadonlyArray<Contact>): Promise<ReadonlyArray<RowAnswer>> => {
    const met = earlier.metBy(rows, maxRows)
    if (met.length + rows.length > maxRows && rows.length > fewestRows) {
      const half = rows.length >> 1
      return [...(await preview(rows.slice(0, half))), ...(await preview(rows.slice(half)))]
    }
    const before = met.slice(Math.max(0, met.length + rows.length - maxRows))
    const contacts = [...before.map(({ row }) => row), ...rows]
    const answer = await call("POST /v1/contacts/bulk/preview", { body: { ...plan, contacts } })
    return earlier.add(before, rows, answer.rows)
  }
  return {
    send: async (contacts) => {
      const uuid = String(outcomes.size)
      outcomes.set(uuid, outcomeOf(await preview(contacts)))
      return uuid
    },
    outcome: async (uuid) => outcomes.get(uuid) ?? noOutcome
  }
}
