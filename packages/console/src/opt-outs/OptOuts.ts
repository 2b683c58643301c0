import { call } from "../api/Client.ts"
import type { AnswerOf } from "../api/Operation.ts"
import { type PageOf, pageOf } from "../api/Pages.ts"
import { Refusal } from "../api/Refusal.ts"
import { nameOf } from "../contacts/ContactColumns.tsx"
import { chosen, type OptOutsState } from "./OptOutsState.ts"

/** An opt-out, with its contact's name; null without a contact or a name. */
export type OptOut = AnswerOf<"GET /v1/opt-outs">["opt_outs"][number] & { readonly name: string | null }

const pageSize = 20

/** Loads a page of opt-outs, newest first, with the names of their contacts. */
export const optOutPage = async (state: OptOutsState, offset: number, signal: AbortSignal): Promise<PageOf<OptOut>> => {
  const query = { limit: pageSize, offset, ...chosen(state) }
  const { opt_outs, pagination } = await call("GET /v1/opt-outs", { query, signal })
  const uuids = new Set(opt_outs.flatMap(({ contact_uuid: uuid }) => uuid ?? []))
  const names = new Map(
    await Promise.all([...uuids].map(async (uuid) => [uuid, await contactName(uuid, signal)] as const))
  )
  return pageOf(
    opt_outs.map((optOut) => ({ ...optOut, name: names.get(optOut.contact_uuid ?? "") ?? null })),
    pagination
  )
}

const contactName = async (contact_uuid: string, signal: AbortSignal): Promise<string | null> => {
  try {
    return nameOf(await call("GET /v1/contacts/:contact_uuid", { params: { contact_uuid }, signal }))
  } catch (error) {
    // The contact was erased or merged after the opt-outs were loaded.
    if (error instanceof Refusal && error.status === 404) return null
    throw error
  }
}
