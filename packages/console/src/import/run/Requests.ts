import {
  answersIn,
  EarlierRows,
  noOutcome,
  outcomeOf,
  type RequestOutcome,
  type RowAnswer,
  unmatchedOutcome
} from "@rollcall/contact-files"
import { call } from "../../api/Client.ts"
import type { Contact } from "../file/FileRows.ts"
import { type ImportClient, identifiersOf, type Plan } from "./ImportClient.ts"

const pageSize = 100

/** Makes a client that imports rows. Its requests are never aborted, because only a response says whether rows arrived. */
export const importing = (plan: Plan): ImportClient => ({
  send: async (contacts) => {
    const { contact_import_uuid } = await call("POST /v1/contacts/bulk", { body: { ...plan, contacts } })
    return contact_import_uuid
  },
  outcome: async (uuid) => {
    const params = { contact_import_uuid: uuid }
    for (let pause = 50; ; pause = Math.min(1.5 * pause, 1_000)) {
      const { status, summary } = await call("GET /v1/contacts/bulk/:contact_import_uuid", { params })
      if (status === "completed" || status === "failed") {
        // Without matching, each row has created a contact.
        return plan.match_on_field
          ? outcomeOf(await answersOf(uuid, summary.total, {}))
          : unmatchedOutcome(summary, await answersOf(uuid, summary.failed, { outcome: "failed" }))
      }
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
})

/** Loads the results of `count` rows: of all rows, or only of failed rows. */
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
  return pages.flatMap(({ rows }) => answersIn(rows))
}

/**
 * Makes a client that previews each request and changes nothing. Because the server doesn't store the rows, each request
 * also includes the earlier rows of the file that match its own rows.
 */
export const previewing = (plan: Plan): ImportClient => {
  const earlier = new EarlierRows<Contact>(identifiersOf)
  const outcomes = new Map<string, RequestOutcome>()
  const preview = async (rows: ReadonlyArray<Contact>): Promise<ReadonlyArray<RowAnswer>> => {
    const answers: Array<RowAnswer> = []
    while (answers.length < rows.length) {
      const request = earlier.request(rows.slice(answers.length))
      const contacts = [...request.before.map(({ row }) => row), ...request.rows]
      const answer = await call("POST /v1/contacts/bulk/preview", { body: { ...plan, contacts } })
      answers.push(...earlier.add(request, answer.rows))
    }
    return answers
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
