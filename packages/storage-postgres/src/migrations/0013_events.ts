import { statements } from "./Statements.ts"

/**
 * Events in their order. `position` is not lower than the number of the transaction that wrote the event, and so a
 * reader that stays below the oldest running transaction misses none. `event_removals` has the last event of each
 * workspace that was removed. `ahead` is by how much positions are ahead of the numbers of transactions: those begin
 * anew in a cluster that a dump is restored to.
 */
export const events = statements(
  `CREATE TABLE events (
    workspace_uuid uuid NOT NULL,
    position bigint NOT NULL,
    sequence bigint GENERATED ALWAYS AS IDENTITY,
    occurred_at bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    subject_uuid uuid NOT NULL,
    broadcast_uuid uuid,
    reason text,
    PRIMARY KEY (workspace_uuid, position, sequence)
  )`,
  `CREATE TABLE event_removals (
    workspace_uuid uuid PRIMARY KEY,
    position bigint NOT NULL,
    sequence bigint NOT NULL
  )`,
  "CREATE TABLE event_positions (ahead bigint NOT NULL)",
  "INSERT INTO event_positions (ahead) VALUES (0)"
)
