import { statements } from "./Statements.ts"

/**
 * A key keeps the positions of events in one row. Rows that were restored into tables that had one already made two, with
 * which no event could be written.
 */
export const onePosition = statements(
  `DELETE FROM event_positions
    WHERE ctid <> (SELECT ctid FROM event_positions ORDER BY ahead DESC LIMIT 1)`,
  "ALTER TABLE event_positions ADD COLUMN only_one boolean NOT NULL DEFAULT true CHECK (only_one)",
  "ALTER TABLE event_positions ADD PRIMARY KEY (only_one)"
)
