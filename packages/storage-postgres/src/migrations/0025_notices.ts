import { statements } from "./Statements.ts"

/**
 * What a channel reports, as JSON, in its event (E8). The index is of those events alone, which are few: it keeps a
 * report that is repeated from being another one.
 */
export const notices = statements(
  "ALTER TABLE events ADD COLUMN notice text",
  "CREATE UNIQUE INDEX events_of_notices ON events (workspace_uuid, subject_uuid) WHERE type = 'channel.notice'"
)
