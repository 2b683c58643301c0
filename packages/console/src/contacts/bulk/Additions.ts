import { call } from "../../api/Client.ts"
import { Refusal } from "../../api/Refusal.ts"
import { chunksOf, forEach, type Progressed, untilOver } from "./BulkRun.ts"
import { isNumber, numbersAtOnce, searchFor, withoutContact } from "./Numbers.ts"
import { allPages } from "../../api/Pages.ts"
import { pagesFor } from "../ContactPages.ts"
import type { SearchBody } from "../ContactSearch.ts"

type OnProgress = (progress: Progressed) => void

/** The result of adding contacts to a list. */
export interface Added {
  readonly added: number
  /** The number of contacts that were already on the list. */
  readonly present: number
  /** Numbers without a contact. */
  readonly missing: ReadonlyArray<string>
}

/** Adds contacts in batches of the API's maximum size. */
export const addContacts = async (
  contact_list_uuid: string,
  uuids: ReadonlyArray<string>,
  signal: AbortSignal,
  onProgress: OnProgress
): Promise<Added> => {
  let [added, present] = [0, 0]
  await inBatches(uuids, onProgress, async (contact_uuids) => {
    const request = { params: { contact_list_uuid }, body: { contact_uuids }, signal }
    const answer = await call("POST /v1/contact-lists/:contact_list_uuid/contacts", request)
    if (!("warnings" in answer)) return
    added += answer.added.length
    present += answer.warnings.length
  })
  return { added, present, missing: [] }
}

/** Removes contacts in batches of the API's maximum size. */
export const removeContacts = (
  contact_list_uuid: string,
  uuids: ReadonlyArray<string>,
  signal?: AbortSignal,
  onProgress: OnProgress = () => {}
): Promise<void> =>
  inBatches(uuids, onProgress, (contact_uuids) => {
    const request = { params: { contact_list_uuid }, body: { contact_uuids }, ...(signal && { signal }) }
    return call("DELETE /v1/contact-lists/:contact_list_uuid/contacts", request)
  })

/** The API's maximum number of contacts in a request. */
const batchSize = 100

const inBatches = async (
  uuids: ReadonlyArray<string>,
  onProgress: OnProgress,
  act: (batch: ReadonlyArray<string>) => Promise<unknown>
): Promise<void> => {
  const batches = chunksOf(uuids, batchSize)
  await forEach(batches, 1, act, (done) =>
    onProgress({ done: Math.min(done * batchSize, uuids.length), total: uuids.length })
  )
}

/** Adds the contacts with these numbers. */
export const addNumbers = async (
  list: string,
  numbers: ReadonlyArray<string>,
  signal: AbortSignal,
  onProgress: OnProgress
): Promise<Added> => {
  const uuids = new Set<string>()
  const missing: Array<string> = numbers.filter((number) => !isNumber(number))
  let done = missing.length
  for (const chunk of chunksOf(numbers.filter(isNumber), numbersAtOnce)) {
    const found = await allPages(pagesFor(searchFor(chunk)), signal)
    for (const { uuid } of found) uuids.add(uuid)
    missing.push(...withoutContact(chunk, found))
    done += chunk.length
    onProgress({ done, total: numbers.length })
  }
  return { ...(await addContacts(list, [...uuids], signal, onProgress)), missing }
}

/** Adds all contacts that a search finds with a server job, and polls its progress until it ends. */
export const addFound = async (
  contact_list_uuid: string,
  search: SearchBody,
  signal: AbortSignal,
  onProgress: OnProgress
): Promise<Added> => {
  const params = { contact_list_uuid }
  const started = await call("POST /v1/contact-lists/:contact_list_uuid/contacts", { params, body: { search }, signal })
  if (!("uuid" in started)) return { added: started.added.length, present: started.warnings.length, missing: [] }
  const place = { ...params, addition_uuid: started.uuid }
  const { added, present, reason, status } = await untilOver(
    started,
    () => call("GET /v1/contact-lists/:contact_list_uuid/additions/:addition_uuid", { params: place, signal }),
    onProgress
  )
  if (status === "completed") return { added, present, missing: [] }
  throw new Refusal(
    409,
    reason === "list_archived"
      ? "The list was archived in the meantime. Contacts added before stay on it."
      : "The search is no longer valid. Contacts added before stay on the list."
  )
}
