import { statements } from "./Statements.ts"

/** Recipients know the address under which the person writes, where it is another one than their identifier (C10). */
export const writers = statements(
  `ALTER TABLE broadcast_recipients ADD COLUMN writes_from text COLLATE "C"`,
  `CREATE INDEX recipients_by_writer ON broadcast_recipients (workspace_uuid, writes_from)
    WHERE writes_from IS NOT NULL`
)
