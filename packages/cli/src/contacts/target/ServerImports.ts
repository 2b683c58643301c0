import type { ContactImportUuid, ImportRequest, MatchField, RowCounts, RowOutcome } from "@rollcall/core"
import { Effect, Layer, Schedule } from "effect"
import { CommandRefused } from "../../CommandRefused.ts"
import { patience } from "../../target/Patience.ts"
import { type FailedRow, HandOverFailed, ImportTarget, RowsRefused, TargetLost } from "../import/ImportTarget.ts"
import { toBody } from "../reading/RowBody.ts"
import {
  answerTime,
  faultOf,
  makeServerClient,
  sentence,
  type ServerAddress,
  type ServerFault
} from "../../target/ServerClient.ts"
import { pageLimit, readFields } from "./ServerFields.ts"

/** Imports into a workspace of a server. */
export const layerServerImports = (address: ServerAddress) =>
  Layer.effect(
    ImportTarget,
    Effect.gen(function* () {
      const client = yield* makeServerClient(address)
      const { url } = address

      const send = Effect.fn("ServerImports.send")(
        function* (request: ImportRequest) {
          const { contact_import_uuid } = yield* client.imports.create({ payload: payloadOf(request) })
          return contact_import_uuid
        },
        Effect.timeout(answerTime),
        Effect.mapError((error) => sendError(faultOf(url, error)))
      )

      /** Asks what changes nothing, again while the server is away. */
      const ask = <A, E, R>(question: Effect.Effect<A, E, R>) =>
        question.pipe(
          Effect.timeout(answerTime),
          Effect.mapError((error) => faultOf(url, error)),
          Effect.retry({ schedule: patience, while: ({ _tag }) => _tag !== "Refused" }),
          Effect.mapError(({ _tag, message }) =>
            _tag === "Refused" ? new CommandRefused({ message }) : new TargetLost({ message })
          )
        )

      const rows = (uuid: ContactImportUuid, outcome: RowOutcome, limit: number, offset: number) =>
        ask(client.imports.rows({ params: { contact_import_uuid: uuid }, query: { outcome, limit, offset } }))

      const countOf = (uuid: ContactImportUuid, outcome: RowOutcome) =>
        Effect.map(rows(uuid, outcome, 1, 0), ({ pagination }) => pagination.total)

      const failedRows = Effect.fnUntraced(function* (uuid: ContactImportUuid, total: number) {
        const failed: Array<FailedRow> = []
        while (failed.length < total) {
          const page = yield* rows(uuid, "failed", pageLimit, failed.length)
          if (page.rows.length === 0) break
          failed.push(...page.rows.map(({ index, reason }) => ({ index, reason: reason ?? "no reason was given" })))
        }
        return failed
      })

      const outcome = Effect.fn("ServerImports.outcome")(function* (uuid: ContactImportUuid) {
        const over = client.imports.get({ params: { contact_import_uuid: uuid } }).pipe(
          ask,
          Effect.repeat({
            schedule: pace,
            until: ({ status }) => status === "completed" || status === "failed"
          })
        )
        const { summary } = yield* over
        const updated = summary.created === 0 ? 0 : yield* countOf(uuid, "updated")
        const unchanged = summary.created === 0 ? 0 : yield* countOf(uuid, "unchanged")
        const counts: RowCounts = {
          created: summary.created - updated - unchanged,
          updated,
          unchanged,
          skipped: summary.skipped,
          failed: summary.failed
        }
        return { counts, failed: yield* failedRows(uuid, summary.failed) }
      })

      return ImportTarget.of({
        afterwards: "The server goes on with what it has.",
        definitions: readFields(client, url),
        send,
        outcome
      })
    })
  )

/** How often the server is asked how far it is: soon at first, and never less than once a second. */
const pace = Schedule.min([Schedule.exponential("50 millis", 1.5), Schedule.spaced("1 second")])

const matchNames = {
  email: "email",
  phoneNumber: "phone_number",
  externalContactId: "external_contact_id"
} as const satisfies Record<MatchField, string>

const payloadOf = ({ contactListUuid, matchOnField, mergeType, contacts }: ImportRequest) => ({
  contacts: contacts.map(toBody),
  contact_list_uuid: contactListUuid,
  match_on_field: matchOnField === null ? null : matchNames[matchOnField],
  merge_type: mergeType
})

/** A refusal that names rows refuses those rows, any other the whole import. */
const sendError = (fault: ServerFault): CommandRefused | HandOverFailed | RowsRefused => {
  const { message } = fault
  if (fault._tag !== "Refused") {
    return new HandOverFailed({ message, arrived: fault._tag === "Unreached" ? "no" : "unknown" })
  }
  const rows = new Map<number, Array<string>>()
  for (const issue of fault.issues) {
    const [, index, rest] = /^contacts\[(\d+)\]\.?(.*)$/s.exec(issue.field) ?? []
    if (index === undefined) continue
    const reasons = rows.get(Number(index)) ?? []
    reasons.push(sentence({ field: rest ?? "", msg: issue.msg }))
    rows.set(Number(index), reasons)
  }
  return rows.size === 0
    ? new CommandRefused({ message })
    : new RowsRefused({ rows: [...rows].map(([index, reasons]) => ({ index, reason: reasons.join("; ") })) })
}
