import { call } from "../api/Client.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { type Loaded, useLoad } from "../api/Load.ts"
import { checkBody, createBody, estimateBody, type Known, parametersOfRow, textOfRow } from "./draft/Body.ts"
import { type Draft, noValue } from "./draft/Draft.ts"
import { countPasted, readPasted } from "./draft/Pasted.ts"
import { type Example, previewOf, type ValueOf } from "./preview/Message.ts"
import { own } from "../reading/Own.ts"

export interface Estimate {
  readonly recipients: number
  /** All contacts, including contacts that are not reached. */
  readonly total: number
  /** Why contacts are not reached, the most frequent reason first. */
  readonly exclusions: ReadonlyArray<readonly [reason: string, count: number]>
  /** How many sends the limits of the workspace would delay or stop. */
  readonly predictions: AnswerOf<"POST /broadcasts/audience">["predictions"]
  /** How long sending takes, in seconds; null if unknown. */
  readonly seconds: number | null
  readonly examples: ReadonlyArray<Example>
  /** When the response arrived, in milliseconds since the page was loaded. */
  readonly at: number
}

/** The most pasted rows that are checked while they are typed. `create` accepts more. */
const mostChecked = 5_000
const mostExamples = 20

export const isEstimable = (draft: Draft): boolean =>
  draft.from.trim() !== "" &&
  (draft.who === "audience" ? draft.include.length > 0 : countPasted(readPasted(draft.pasted)).rows > 0)

/** Counts the recipients of a draft, half a second after its last change. A response for an older draft is dropped. */
export const useEstimate = (draft: Draft, known: Known | undefined): Loaded<Estimate | undefined> => {
  const request = known === undefined || !isEstimable(draft) ? undefined : requestOf(draft, known)
  return useLoad(async (signal) => request?.ask(signal), [request?.key], { delay: request === undefined ? 0 : 500 })
}

/** A request, and a key that changes whenever the response may change. */
interface Asked {
  readonly key: string
  readonly ask: (signal: AbortSignal) => Promise<Estimate>
}

const requestOf = (draft: Draft, known: Known): Asked => {
  if (draft.who === "pasted") return pastedRequest(draft, known)
  const body = estimateBody(draft, known)
  return {
    key: JSON.stringify(body),
    ask: async (signal) => {
      const { contacts: total, exclusions, ...found } = await call("POST /broadcasts/audience", { body, signal })
      return { ...found, total, exclusions: sorted(exclusions), at: performance.now() }
    }
  }
}

/** Checks a small number of pasted rows with `validate`. For more rows, only counts well-formed numbers. */
const pastedRequest = (draft: Draft, known: Known): Asked => {
  const pasted = readPasted(draft.pasted)
  const { repeated, rows, wrong } = countPasted(pasted)
  const examples = pasted.rows.slice(0, mostExamples).map((row): Example => {
    const valueOf: ValueOf = (key) => {
      const value = textOfRow(own(draft.values, key) ?? noValue, row)
      return value === undefined ? { place: key } : { value }
    }
    const parameters = parametersOfRow(draft, known.template, row)
    return { identifier: row.identifier, parameters, message: previewOf(known.template, valueOf) }
  })
  const of = (
    exclusions: { readonly [reason: string]: number },
    notReached: number,
    predictions: Estimate["predictions"] = {}
  ): Estimate => ({
    recipients: rows - notReached,
    total: rows,
    exclusions: sorted(exclusions),
    predictions,
    seconds: null,
    examples,
    at: performance.now()
  })
  const body = checkBody(draft, known)
  return {
    key: JSON.stringify(rows > mostChecked ? createBody(draft, known, undefined) : body),
    ask: async (signal) => {
      if (rows > mostChecked) {
        return of({ invalid_identifier: wrong, duplicate_identifier: repeated }, wrong + repeated)
      }
      const { predictions, warnings } = await call("POST /broadcasts/validate", { body, signal })
      const counts: { [reason: string]: number } = {}
      for (const { reasons } of warnings.recipients) {
        const [reason = "invalid_identifier"] = reasons
        counts[reason] = (counts[reason] ?? 0) + 1
      }
      return of(counts, warnings.recipients.length, predictions)
    }
  }
}

const sorted = (counts: { readonly [reason: string]: number | undefined }): Estimate["exclusions"] =>
  Object.entries(counts)
    .flatMap(([reason, count = 0]) => (count === 0 ? [] : [[reason, count] as const]))
    .toSorted(([, a], [, b]) => b - a)
