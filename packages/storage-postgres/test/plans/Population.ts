import { ContactUuid } from "@rollcall/core"
import { Effect, type Redacted } from "effect"
import { copyOf, countRows, migrate } from "../Fixture.ts"
import { withDatabase } from "../server/Databases.ts"

export const crowded = "00000000-0000-4000-8000-000000000001"
export const team = "00000000-0000-4000-8000-00000000000a"
const city = "00000000-0000-4000-8000-00000000000c"
const score = "00000000-0000-4000-8000-00000000000d"
export const campaign = "00000000-0000-4000-8000-00000000000b"
const neighbour = "00000000-0000-4000-8000-000000000002"

/** Returns the uuid of the contact with the number `n`. */
export const contactUuid = (n: number) =>
  ContactUuid.make(`00000000-0000-4000-8100-${n.toString(16).padStart(12, "0")}`)

const uuidOf = (kind: number) => `('00000000-0000-4000-8${kind}00-' || lpad(to_hex(n), 12, '0'))::uuid`

/** Enough rows of one workspace that planners use indexes, and a tenth of them in another workspace. */
const tables = [
  `INSERT INTO workspaces (uuid, name) VALUES ('${crowded}', 'crowded'), ('${neighbour}', 'neighbour')`,
  ...[crowded, neighbour].map(
    (workspace, index) => `
      INSERT INTO contacts (
        workspace_uuid, uuid, first_name_folded, last_name_folded, email_folded, phone_number_folded,
        external_contact_id_folded, phone_number_digits, phone_number_key, archived, created_at, updated_at, last_engaged_at,
        email_key, chatapp_id, chatapp_id_digits, chatapp_id_key, external_contact_id, socialmsg_id, socialmsg_id_folded,
        unaccented, first_name_order, last_name_order
      )
      SELECT '${workspace}', ${uuidOf(1)}, 'name' || n % 97, 'surname' || n * 7919 % 10007,
        'person' || n || '@example' || n % 31 || '.org', '+49 170 ' || 1000000 + n, 'id-' || n, '49170' || 1000000 + n, '49170' || 1000000 + n,
        0, 1700000000000 + n * 60000, 1700000000000 + n * 60000, CASE n % 3 WHEN 0 THEN 1700000000000 + n END,
        'person' || n || '@example' || n % 31 || '.org', '49170' || 10000 + n, '49170' || 10000 + n, '49170' || 10000 + n, 'id-' || n, 'social-' || n,
        'social-' || n, CASE n % 5 WHEN 0 THEN 'unaccented person' || n END, 'name' || n % 97, 'surname' || n * 7919 % 10007
      FROM generate_series(1, ${index === 0 ? 20_000 : 2_000}) AS n`
  ),
  `INSERT INTO custom_fields (
      workspace_uuid, uuid, name, icon, field_type, field_key, status, editable, sensitive, select_options, created_at,
      updated_at, archived_at
    ) VALUES
    ('${crowded}', '${city}', 'City', NULL, 'text', 'city', 'active', 1, 0, NULL, 0, 0, NULL),
    ('${crowded}', '${score}', 'Score', NULL, 'number:integer', 'score', 'active', 1, 0, NULL, 0, 0, NULL)`,
  `INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
    SELECT '${crowded}', ${uuidOf(1)}, '${city}', 0, 'city' || n * 31 % 5003, NULL FROM generate_series(1, 20000) AS n`,
  `INSERT INTO contact_values (workspace_uuid, contact_uuid, field_uuid, ordinal, text, number)
    SELECT '${crowded}', ${uuidOf(1)}, '${score}', 0, NULL, n * 37 % 20011 FROM generate_series(1, 20000) AS n`,
  `INSERT INTO contact_notes
    SELECT '${crowded}', ${uuidOf(1)}, ${uuidOf(7)}, NULL, 'note ' || n, 'active', n, n, NULL
    FROM generate_series(1, 20000) AS n`,
  `INSERT INTO contact_merges (workspace_uuid, from_uuid, into_uuid, merged_at, merged_by, state) SELECT '${crowded}', ${uuidOf(9)}, '${crowded}', n, '${crowded}', '{}' FROM generate_series(1, 2000) AS n`,
  `INSERT INTO merged_identifiers SELECT '${crowded}', 'email', 'merged' || n || '@example.org', ${uuidOf(9)} FROM generate_series(1, 2000) AS n`,
  `INSERT INTO former_addresses SELECT '${crowded}', ${uuidOf(1)}, '49180' || 10000 + n FROM generate_series(1, 5000) AS n`,
  `INSERT INTO contact_lists
    SELECT '${crowded}', ${uuidOf(2)}, 'List ' || n, 'list ' || n, 'list ' || n, 'active', NULL, ${uuidOf(3)}, ${uuidOf(3)}, n, n
    FROM generate_series(1, 200) AS n`,
  `INSERT INTO contact_lists
    SELECT '${crowded}', '${team}', 'Team', 'team', 'team', 'active', NULL, '${team}', '${team}', 0, 0`,
  `INSERT INTO contact_list_members SELECT '${crowded}', '${team}', ${uuidOf(1)}, n, '${team}' FROM generate_series(1, 50) AS n`,
  `INSERT INTO contact_list_members
    SELECT '${crowded}', '00000000-0000-4000-8200-000000000001', ${uuidOf(1)}, n, '${team}' FROM generate_series(1, 20000) AS n`,
  `INSERT INTO broadcasts
    SELECT '${crowded}', ${uuidOf(4)}, ${uuidOf(3)}, 'chatapp', 'b', 't', 'en', '4930', 'marketing', 1,
      CASE n % 20 WHEN 0 THEN 'scheduled' ELSE 'completed' END, NULL, n, n + 1, 0, 0, n, NULL, NULL, 1
    FROM generate_series(1, 2000) AS n`,
  `INSERT INTO broadcasts
    SELECT '${crowded}', '${campaign}', '${campaign}', 'chatapp', 'b', 't', 'en', '4930', 'marketing', 1, 'sending', NULL,
      0, NULL, 0, 500, 0, NULL, NULL, 1`,
  `INSERT INTO broadcasts
    SELECT ${uuidOf(3)}, ${uuidOf(3)}, ${uuidOf(3)}, 'chatapp', 'b', 't', 'en', '4930', 'marketing', 1, 'scheduled', NULL,
      3000, NULL, 0, 0, 3000, NULL, NULL, 1
    FROM generate_series(1, 100) AS n`,
  `INSERT INTO broadcast_recipients
    SELECT '${crowded}', '${campaign}', ${uuidOf(5)}, n, '49170' || 10000 + n, 'reference ' || n, 'pending', NULL,
      '{"header":null,"body":[],"buttons":[],"cards":null}', NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, n
    FROM generate_series(1, 500) AS n`,
  `INSERT INTO broadcast_recipients
    SELECT '${crowded}', '00000000-0000-4000-8400-000000000001', ${uuidOf(6)}, n, '49170' || 10000 + n, 'reference ' || n, 'sent',
      NULL, NULL, 'message ' || n, 1, 0, NULL, NULL, n, NULL, NULL, n
    FROM generate_series(1, 40000) AS n`,
  `INSERT INTO contact_history
    SELECT '${crowded}', ${uuidOf(1)}, n, 'updated', ${uuidOf(9)}, NULL, '{}' FROM generate_series(1, 20000) AS n`,
  `INSERT INTO contact_merges
    SELECT '${crowded}', ${uuidOf(8)}, ${uuidOf(1)}, n, '${team}', '{}' FROM generate_series(10001, 15000) AS n`
]

const populate = (url: Redacted.Redacted) =>
  withDatabase(url, (sql) =>
    Effect.gen(function* () {
      for (const statement of tables) yield* sql.unsafe(statement).unprepared
      yield* countRows(url)
      // Postgres would analyze the few rows of counts at some time during the tests, and then prefers to scan them.
      yield* sql`ALTER TABLE contact_counts SET (autovacuum_enabled = false)`.unprepared
      // It empties the lists of the trigram indexes, and counts their pages, which the planner guesses otherwise.
      yield* sql`VACUUM`.unprepared
    })
  )

/** A database for one test file, copied with its rows: to write them takes longer than most tests. */
export const populatedDatabase = copyOf("populated", (url) => Effect.andThen(migrate(url), populate(url)))
