import { statements } from "./Statements.ts"

/**
 * How much an index of trigrams keeps for later, in KiB: 256 were emptied into it every few rows of an import, which cost
 * more than all other indexes together. The store empties the lists of itself (`maintainIndexes`), and a search reads 4 MiB in a
 * few milliseconds.
 */
export const pendingLists = statements(
  "ALTER INDEX contacts_by_trigram SET (gin_pending_list_limit = 4096)",
  "ALTER INDEX contact_values_by_trigram SET (gin_pending_list_limit = 4096)"
)
