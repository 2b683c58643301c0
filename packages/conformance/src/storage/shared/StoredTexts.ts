import type { WorkspaceUuid } from "@rollcall/core"
import { Context, Effect } from "effect"

/** A stored string and its place, such as a column of a table. */
export interface StoredText {
  readonly place: string
  readonly text: string
}

/**
 * Returns all stored strings of a workspace, for the checks of erasures. A store's tests provide this function for
 * their store. Default: no strings.
 */
export const StoredTexts = Context.Reference<(workspace: WorkspaceUuid) => Effect.Effect<ReadonlyArray<StoredText>>>(
  "@rollcall/conformance/storage/shared/StoredTexts",
  { defaultValue: () => () => Effect.succeed([]) }
)

/** Returns a value as a string, including maps, sets and bytes, which JSON would omit. */
export const storedText = (value: unknown): string => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1")
  const text = JSON.stringify(value, (_key, part: unknown) =>
    part instanceof Map || part instanceof Set ? Array.from(part) : typeof part === "bigint" ? String(part) : part
  )
  return text ?? ""
}

/** Returns the strings in a table's rows, by column. */
export const textsOfRows = (table: string, rows: ReadonlyArray<object>): ReadonlyArray<StoredText> =>
  rows.flatMap((row) =>
    Object.entries(row).map(([column, value]) => ({ place: `${table}.${column}`, text: storedText(value) }))
  )
