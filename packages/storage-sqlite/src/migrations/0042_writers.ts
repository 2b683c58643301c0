import { statements, statistics } from "./Statements.ts"

/** Recipients know the address under which the person writes, where it is another one than their identifier (C10). */
export const writers = [
  ...statements(
    "ALTER TABLE broadcast_recipients ADD COLUMN writes_from TEXT",
    `CREATE INDEX recipients_by_writer ON broadcast_recipients (workspace_uuid, writes_from)
      WHERE writes_from IS NOT NULL`
  ),
  ...statistics("broadcast_recipients", { recipients_by_writer: "1000 1000 2" })
]
