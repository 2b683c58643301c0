import type { WorkspaceUuid } from "@rollcall/core"
import { type OptOut, OptOutScope } from "@rollcall/core/opt-outs"
import { addressFields, type OptOutEntry, OptOutStore, personKey } from "@rollcall/core/storage"
import { Array as Arr, Effect, Layer } from "effect"
import { holdersOf } from "../contacts/ContactRows.ts"
import { Database } from "../database/Database.ts"
import type { OptOutRow, Tables } from "../database/Tables.ts"

const keyOf = (key: string, scope: OptOutScope): string => `${scope} ${key}`

const rowsOf = ({ optOuts }: Tables, workspace: WorkspaceUuid, key: string): ReadonlyArray<OptOutRow> =>
  OptOutScope.literals.flatMap((scope) => optOuts.get(workspace, keyOf(key, scope)) ?? [])

/** Whether an opt-out gives way to another one of its scope. */
const isReplaced = (known: OptOutRow, { isDirect }: OptOutEntry, { source }: Pick<OptOut, "source">): boolean =>
  source !== "merge" && (known.source === "merge" || (isDirect && !known.isDirect))

/** The {@link OptOutStore} port over tables in memory, which need no digests: nothing of them outlives the process. */
export const layer = Layer.effect(
  OptOutStore,
  Effect.map(Database, ({ read, write }) =>
    OptOutStore.of({
      find: (workspace, keys) =>
        read(
          (tables) =>
            new Map(
              keys.flatMap((key) => {
                const rows = rowsOf(tables, workspace, key)
                const optOuts = rows.map(({ at, by, isDirect, scope, source }) => ({ scope, source, at, by, isDirect }))
                return optOuts.length === 0 ? [] : [[key, optOuts] as const]
              })
            )
        ),

      isEmpty: (workspace) => read(({ optOuts }) => optOuts.rows(workspace).length === 0),

      ofHolders: (workspace, addresses) =>
        read((tables) =>
          Array.from(new Set(addresses)).flatMap((address) => {
            const holders = addressFields.flatMap((field) => holdersOf(tables, workspace, { field, value: address }))
            const rows = holders.flatMap((uuid) => rowsOf(tables, workspace, personKey(uuid)))
            const scopes = rows.flatMap(({ isDirect, scope }) => (isDirect ? [scope] : []))
            return Arr.dedupe(scopes).map((scope) => ({ address, scope }))
          })
        ),

      add: (workspace, entries, optOut, at) =>
        write(({ optOuts }, now) =>
          entries.flatMap((entry) => {
            const { by, scope, source } = optOut
            const known = optOuts.get(workspace, keyOf(entry.key, scope))
            if (known !== undefined && !isReplaced(known, entry, optOut)) return []
            const isDirect = entry.isDirect || known?.isDirect === true
            optOuts.set(workspace, keyOf(entry.key, scope), { ...entry, isDirect, scope, source, by, at: at ?? now })
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
    })
  )
)
