import type { EventOrder } from "@rollcall/storage-sql"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"

/** Maximum events at one position. A reader that resumes within a position reads the position's events again. */
const eventsOfPosition = 200

/** Maximum batches that get positions at once. Limits how long other readers wait for the positions of their events. */
const batchesAtOnce = 500

const eachAlone = "SELECT workspace_uuid, sequence, NULL FROM appended"

/**
 * One batch per workspace: the first sequence and an array of the following sequences, which is NULL for a single
 * event.
 */
const together = `SELECT workspace_uuid, min(sequence), nullif((array_agg(sequence ORDER BY sequence))[2:], '{}')
  FROM appended GROUP BY workspace_uuid`

/**
 * Assigns event positions in commit order, with any number of concurrent writers. Each statement that writes events
 * adds a row to `event_batches` for each workspace. A reader that sees the row removes it and assigns positions to the
 * batch's events, in the order of their sequence.
 *
 * A batch committed later is not visible yet and gets later positions. An event that depends on another event was
 * written after that event was committed. Its sequence is greater, so its position is never earlier.
 */
export const eventOrder = (sql: SqlClient.SqlClient, schema: string): EventOrder => {
  const table = (name: string) => sql`${sql(`${schema}.${name}`)}`
  const [events, batches, counters, positions] = [
    table("events"),
    table("event_batches"),
    table("event_counters"),
    table("event_positions")
  ]

  // With many workspaces, or a workspace that probably has batches, the planner would run EXISTS as a scan of all batches.
  const isBatched = (workspace: Statement.Fragment) => sql`(
    SELECT first_sequence FROM ${batches} AS batch WHERE batch.workspace_uuid = ${workspace}
    ORDER BY first_sequence LIMIT 1
  ) IS NOT NULL`

  // Looks up events by their whole key; a planner that expects few events in a workspace would read all of them.
  const eventOf = (workspace: Statement.Fragment, sequence: Statement.Fragment) => sql`
    CROSS JOIN LATERAL (
      SELECT * FROM ${events} AS event WHERE event.workspace_uuid = ${workspace} AND event.sequence = ${sequence} OFFSET 0
    ) AS event`

  const placed: EventOrder["placed"] = (workspace, after, limit) => {
    const isAfter =
      after === null
        ? sql``
        : sql` AND (placed.position, placed.last_sequence) > (${after.position}, ${after.sequence})`
    return sql`(
      SELECT event.*, placed.position FROM (
        SELECT placed.position, placed.sequences FROM ${positions} AS placed
        WHERE placed.workspace_uuid = ${workspace}${isAfter}
        ORDER BY placed.position LIMIT ${limit}
      ) AS placed
      CROSS JOIN unnest(placed.sequences) AS placed_sequence ${eventOf(workspace, sql.literal("placed_sequence"))}
    ) AS event`
  }

  // Only the reader that has locked the counter assigns positions, and this reader sees all positions assigned before.
  // DELETE skips a batch that another reader took in the meantime, even if this statement still sees the batch.
  const place = (workspace: string) => sql`
    WITH counter AS MATERIALIZED (
      SELECT position FROM ${counters} WHERE workspace_uuid = ${workspace} FOR UPDATE SKIP LOCKED
    ),
    taken AS (
      DELETE FROM ${batches} AS batch
      WHERE batch.workspace_uuid = ${workspace} AND batch.first_sequence <= (
        SELECT max(first_sequence) FROM (
          SELECT first_sequence FROM counter CROSS JOIN ${batches} WHERE workspace_uuid = ${workspace}
          ORDER BY first_sequence LIMIT ${sql.literal(String(batchesAtOnce))}
        ) AS lowest
      )
      RETURNING batch.first_sequence || batch.others AS sequences
    ),
    given AS (
      SELECT (place - 1) / ${sql.literal(String(eventsOfPosition))} + 1 AS nth, max(sequence) AS last_sequence,
        array_agg(sequence ORDER BY sequence) AS sequences
      FROM (
        SELECT sequence, row_number() OVER (ORDER BY sequence) AS place
        FROM taken CROSS JOIN unnest(taken.sequences) AS sequence
      ) AS numbered
      GROUP BY 1
    ),
    counted AS (
      UPDATE ${counters} AS counter SET position = counter.position + given.count
      FROM (SELECT count(*) AS count FROM given) AS given
      WHERE counter.workspace_uuid = ${workspace} AND given.count > 0
      RETURNING counter.position - given.count AS before
    )
    INSERT INTO ${positions} (workspace_uuid, position, last_sequence, sequences)
    SELECT ${workspace}::uuid, before + nth, last_sequence, sequences FROM counted CROSS JOIN given
    RETURNING 1`

  return {
    append: (insert, { isOne, more }) => sql`
      WITH ${sql.csv([...more, sql`appended AS (${insert} RETURNING workspace_uuid, sequence)`])}
      INSERT INTO ${batches} (workspace_uuid, first_sequence, others)
      ${sql.literal(isOne ? eachAlone : together)}
      RETURNING 1 + coalesce(cardinality(others), 0) AS events`,
    storedOrder: sql.literal("sequence"),
    placed,
    lastPosition: (workspace) =>
      sql`coalesce((SELECT position FROM ${counters} WHERE workspace_uuid = ${workspace}), 0)`,
    canPlace: (workspace) => sql`
      (CASE WHEN ${isBatched(sql`${workspace}`)} AND current_setting('transaction_read_only') = 'off' THEN 1 ELSE 0 END)`,
    place: Effect.fnUntraced(function* (workspace) {
      if ((yield* place(workspace)).length > 0) return true
      const added = yield* sql`
        INSERT INTO ${counters} (workspace_uuid, position) VALUES (${workspace}, 0) ON CONFLICT DO NOTHING RETURNING 1`
      return added.length > 0 && (yield* place(workspace)).length > 0
    }),
    hasAfter: (workspace, { position, sequence }) => sql`(
      EXISTS (
        SELECT 1 FROM ${positions} AS placed
        WHERE placed.workspace_uuid = ${workspace} AND (placed.position, placed.last_sequence) > (${position}, ${sequence})
      ) OR ${isBatched(workspace)}
    )`,
    firstUnplaced: (workspace) => sql`(
      SELECT event.occurred_at FROM ${batches} AS batch JOIN ${events} AS event
        ON event.workspace_uuid = batch.workspace_uuid AND event.sequence = batch.first_sequence
      WHERE batch.workspace_uuid = ${workspace} ORDER BY batch.first_sequence LIMIT 1
    )`,
    // Removes a position together with its last event. The statement that removes the events still sees them.
    removeFirst: (workspace, limit, condition) => sql`
      WITH removed AS (
        DELETE FROM ${events} AS event USING (
          SELECT position, sequence AS nth FROM ${placed(sql`${workspace}`, null, sql`${limit}`)}
          ORDER BY position, sequence LIMIT ${limit}
        ) AS first
        WHERE event.workspace_uuid = ${workspace} AND event.sequence = first.nth AND ${condition}
        RETURNING first.position, event.sequence
      ),
      emptied AS (
        DELETE FROM ${positions} AS placed
        WHERE placed.workspace_uuid = ${workspace} AND placed.position <= (SELECT max(position) FROM removed)
          AND NOT EXISTS (
            SELECT 1 FROM unnest(placed.sequences) AS placed_sequence
            ${eventOf(sql.literal("placed.workspace_uuid"), sql.literal("placed_sequence"))}
            WHERE event.sequence NOT IN (SELECT sequence FROM removed)
          )
      )
      SELECT position, sequence FROM removed`
  }
}
