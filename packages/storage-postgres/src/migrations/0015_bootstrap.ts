import { statements } from "./Statements.ts"

/** Which tokens an operator configured (A2). Those of earlier versions are marked when they are configured again. */
export const bootstrap = statements(
  "ALTER TABLE access_tokens ADD COLUMN bootstrap smallint NOT NULL DEFAULT 0 CHECK (bootstrap IN (0, 1))"
)
