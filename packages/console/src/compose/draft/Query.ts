import type { AudiencePart } from "./Draft.ts"

/** Values that another view passes in the URL: contacts to write to, or a broadcast to duplicate. */
export interface Handed {
  readonly include: ReadonlyArray<AudiencePart>
  readonly again: string | null
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Reads `?list=…&segment=…&contacts=…,…`, with `q` and `filters` as in the contacts view's URL, or `?again=…` with a
 * broadcast; undefined without any of these.
 */
export const readHanded = (query: URLSearchParams): Handed | undefined => {
  const uuids = (name: string) => query.getAll(name).flatMap((given) => given.split(",").filter((id) => uuid.test(id)))
  const contacts = uuids("contacts")
  const term = query.get("q") ?? ""
  const filters = query.get("filters") ?? ""
  const include: ReadonlyArray<AudiencePart> = [
    ...uuids("list").map((uuid) => ({ kind: "list" as const, uuid })),
    ...uuids("segment").map((uuid) => ({ kind: "segment" as const, uuid })),
    ...(contacts.length === 0 ? [] : [{ kind: "contacts" as const, uuids: contacts }]),
    ...(term === "" && filters === "" ? [] : [{ kind: "search" as const, filters, term }])
  ]
  const again = uuids("again")[0] ?? null
  return include.length === 0 && again === null ? undefined : { include, again }
}
