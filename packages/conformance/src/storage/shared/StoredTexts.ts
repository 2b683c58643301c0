import type { WorkspaceUuid } from "@rollcall/core"
import { Context, Effect } from "effect"

/** What a store keeps in a place, as a column of a table. */
export interface StoredText {
  readonly place: string
  readonly text: string
}

/**
 * Everything that a store keeps of a workspace, as the checks of erasures read it. The tests of a store provide it
 * with the store. Without it nothing is looked at.
 */
export const StoredTexts = Context.Reference<(workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<StoredText>>>(
  "@rollcall/conformance/storage/shared/StoredTexts",
  { defaultValue: () => () => Effect.succeed([]) }
)

/** A value as text: of maps, sets and bytes too, which JSON leaves out. */
export const storedText = (value: unknown): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1")
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Map || part instanceof Set ? Array.from(part) : typeof part === "bigint" ? String(part) : part
  )
  return text ?? ""
}

/** The texts of the rows of a table, by column. */
export const textsOfRows = (table: string, rows: ReadonlyArray<object>): ReadonlyArray<StoredText> =>
  rows.flatMap((row) =>
    Object.entries(row).map(([column, value]) => ({ place: `${table}.${column}`, text: storedText(value) }))
  )
