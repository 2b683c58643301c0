import type { WorkspaceUuid } from "@rollcall/core"
import { slice } from "@rollcall/core/operations"
import { type ListedOptOut, type OptOut, type OptOutFilter, OptOutScope } from "@rollcall/core/people"
import { addressesAmong, compareCodePoints, type OptOutEntry, OptOutStore, personKey } from "@rollcall/core/storage"
import { Array as Arr, DateTime } from "effect"
import { storeLayer } from "../database/Database.ts"
import { addressHolders } from "../database/Holders.ts"
import type { OptOutRow, Tables } from "../database/Tables.ts"

const keyOf = (key: string, scope: OptOutScope): string => `${scope} ${key}`

const rowsOf = ({ optOuts }: Tables, workspace: WorkspaceUuid, key: string): ReadonlyArray<OptOutRow> =>
  OptOutScope.literals.flatMap((scope) => optOuts.get(workspace, keyOf(key, scope)) ?? [])

/** Returns a function that lists the scopes a contact is opted out of, directly or through one of its addresses. */
const makeScopes = (tables: Tables, workspace: WorkspaceUuid) => {
  const named = new Map<string, Set<OptOutScope>>()
  for (const { address, contact, scope } of tables.optOuts.rows(workspace)) {
    const name = contact ?? address
    if (name === null) continue
    const scopes = named.get(name) ?? new Set()
    named.set(name, scopes.add(scope))
  }
  return (uuid: string): ReadonlyArray<OptOutScope> => {
    const row = tables.contacts.get(workspace, uuid)
    const names = row === undefined ? [] : [uuid, ...addressesAmong(row.keys)]
    return Arr.dedupe(names.flatMap((name) => [...(named.get(name) ?? [])]))
  }
}

/** Returns a function that checks whether a contact is opted out of a scope. Opt-outs are read at its first call. */
export const makeOptOutTest = (tables: Tables, workspace: WorkspaceUuid) => {
  let scopesOf: ReturnType<typeof makeScopes> | undefined
  return (scope: OptOutScope, uuid: string) => (scopesOf ??= makeScopes(tables, workspace))(uuid).includes(scope)
}

/** Returns the opt-outs of contacts, and of addresses without a contact, in the format of `OptOutStore.list`. */
const listed = (
  tables: Tables,
  workspace: WorkspaceUuid,
  { scope, since, source, until }: OptOutFilter
): ReadonlyArray<ListedOptOut> => {
  const first = new Map<string, ListedOptOut & { readonly name: string }>()
  for (const { address, contact, isDirect, ...row } of tables.optOuts.rows(workspace)) {
    const optOut = { scope: row.scope, source: row.source, at: row.at, by: row.by }
    const holders =
      address === null
        ? tables.contacts.get(workspace, contact ?? "") === undefined
          ? []
          : [contact]
        : addressHolders(tables, workspace, address)
    const names = holders.length > 0 ? holders : address !== null && isDirect ? [null] : []
    for (const contactUuid of names) {
      const name = contactUuid ?? address ?? ""
      const known = first.get(keyOf(name, row.scope))
      if (known !== undefined && !isEarlier(optOut, known)) continue
      first.set(keyOf(name, row.scope), {
        ...optOut,
        contactUuid,
        address: contactUuid === null ? address : null,
        name
      })
    }
  }
  return Array.from(first.values())
    .filter((one) => (scope === undefined || one.scope === scope) && (source === undefined || one.source === source))
    .filter(({ at }) => since === undefined || DateTime.isGreaterThanOrEqualTo(at, since))
    .filter(({ at }) => until === undefined || DateTime.isLessThan(at, until))
    .toSorted(
      (a, b) => DateTime.Order(b.at, a.at) || compareCodePoints(a.name, b.name) || compareCodePoints(a.scope, b.scope)
    )
    .map(({ address, at, by, contactUuid, scope, source }) => ({ contactUuid, address, scope, source, at, by }))
}

const isEarlier = (one: OptOut, other: OptOut): boolean =>
  (DateTime.Order(one.at, other.at) || compareCodePoints(one.source, other.source)) < 0

/** Whether a known opt-out is replaced by a new entry of the same scope. */
const isReplaced = (known: OptOutRow, { isDirect }: OptOutEntry, { source }: Pick<OptOut, "source">): boolean =>
  source !== "merge" &&
  (known.source === "merge" || (source === "request" && known.source !== "request") || (isDirect && !known.isDirect))

/** Returns when an opt-out was last requested, after a new entry of the same scope was added. */
const lastOf = (known: OptOutRow | undefined, { source }: Pick<OptOut, "source">, at: DateTime.Utc): DateTime.Utc => {
  if (known === undefined || (known.source === "merge" && source !== "merge")) return at
  return source === "merge" ? known.lastAt : DateTime.max(known.lastAt, at)
}

/** The {@link OptOutStore} port over tables in memory. Addresses need no digests, because nothing outlives the process. */
export const layer = storeLayer(OptOutStore, ({ read, write }) => ({
  find: (workspace, keys) =>
    read(
      (tables) =>
        new Map(
          keys.flatMap((key) => {
            const rows = rowsOf(tables, workspace, key)
            const optOuts = rows.map(({ at, by, isDirect, lastAt, scope, source }) => ({
              ...{ scope, source, at, by, isDirect, lastAt }
            }))
            return optOuts.length === 0 ? [] : [[key, optOuts] as const]
          })
        )
    ),

  isEmpty: (workspace) => read(({ optOuts }) => optOuts.rows(workspace).length === 0),

  ofHolders: (workspace, addresses) =>
    read((tables) =>
      Array.from(new Set(addresses)).flatMap((address) => {
        const holders = addressHolders(tables, workspace, address)
        const rows = holders.flatMap((uuid) => rowsOf(tables, workspace, personKey(uuid)))
        const scopes = rows.flatMap(({ isDirect, scope }) => (isDirect ? [scope] : []))
        return Arr.dedupe(scopes).map((scope) => ({ address, scope }))
      })
    ),

  ofContacts: (workspace, contacts) =>
    read((tables) => {
      const scopesOf = makeScopes(tables, workspace)
      return contacts.flatMap((contact) => scopesOf(contact).map((scope) => ({ contact, scope })))
    }),

  list: (workspace, filter, page) => read((tables) => slice(listed(tables, workspace, filter), page)),

  add: (workspace, entries, optOut, at, asked = at) =>
    write(({ optOuts }, now) =>
      entries.flatMap((entry) => {
        const { scope } = optOut
        const known = optOuts.get(workspace, keyOf(entry.key, scope))
        const lastAt = lastOf(known, optOut, asked ?? now)
        if (known !== undefined && !isReplaced(known, entry, optOut)) {
          optOuts.set(workspace, keyOf(entry.key, scope), { ...known, lastAt })
          return []
        }
        const isDirect = entry.isDirect || known?.isDirect === true
        const { at: since, by, source } = known?.source === "request" ? known : { ...optOut, at: at ?? now }
        optOuts.set(workspace, keyOf(entry.key, scope), {
          ...entry,
          isDirect,
          scope,
          source,
          by,
          at: since,
          lastAt
        })
        return [entry.key]
      })
    ),

  remove: (workspace, given) =>
    write(({ optOuts }) =>
      Arr.dedupe(given.flatMap(({ key, scope }) => (optOuts.remove(workspace, keyOf(key, scope)) ? [key] : [])))
    ),

  forget: (workspace, { keys, people }) =>
    write((tables) => {
      const { optOuts } = tables
      for (const { key, scope } of people.flatMap((key) => rowsOf(tables, workspace, key)))
        optOuts.remove(workspace, keyOf(key, scope))
      for (const row of keys.flatMap((key) => rowsOf(tables, workspace, key)))
        optOuts.set(workspace, keyOf(row.key, row.scope), { ...row, address: null })
    })
}))
