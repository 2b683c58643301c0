import { statements, statistics } from "./Statements.ts"

/**
 * What a channel reports, as JSON, in its event (E8). The index is of those events alone, which are few: it keeps a
 * report that is repeated from being another one.
 */
const steps = statements(
  "ALTER TABLE events ADD COLUMN notice TEXT",
  "CREATE UNIQUE INDEX events_of_notices ON events (workspace_uuid, subject_uuid) WHERE type = 'channel.notice'"
)

/** A thousand notices, most of them of a few workspaces. */
export const notices = [...steps, ...statistics("events", { events_of_notices: "1000 100 1" })]
