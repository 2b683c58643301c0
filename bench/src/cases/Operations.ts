import { newestFirst } from "@rollcall/core"
import { Effect } from "effect"
import * as Arr from "effect/Array"
import { operation } from "./Case.ts"
import { createCase, crowdedCreateCase } from "./CreateCase.ts"
import { someOf } from "./Operands.ts"
import { crowdedPageCase, type PageCase, pageCase } from "./PageCase.ts"
import { columns } from "./Shapes.ts"

const get: PageCase = {
  name: "get",
  target: operation,
  questions: ({ contacts, workspace }) =>
    Arr.map(
      someOf(contacts, ({ uuid }) => uuid),
      (uuid) => ({
        library: (service) => Effect.map(service.get(workspace, uuid), (contact) => ({ total: 1, items: [contact] })),
        operands: { sqlite: [uuid], postgres: [uuid] }
      })
    ),
  sqlite: { page: `SELECT ${columns}, 1 AS total FROM contacts WHERE workspace_uuid = $1 AND uuid = $2` },
  postgres: { page: `SELECT ${columns}, 1 AS total FROM contacts WHERE workspace_uuid = $1 AND uuid = $2` }
}

const page = `SELECT ${columns} FROM contacts WHERE workspace_uuid = $1 ORDER BY created_at DESC, uuid DESC LIMIT 50`
const count = "SELECT count(*) AS total FROM contacts WHERE workspace_uuid = $1"

const list: PageCase = {
  name: "list of 50",
  target: operation,
  questions: ({ workspace }) => [
    {
      library: (service) => service.list(workspace, newestFirst, { limit: 50, offset: 0 }),
      operands: { sqlite: [], postgres: [] }
    }
  ],
  sqlite: { page, total: count },
  postgres: { page: page.replace(" FROM", `, (${count}) AS total FROM`) }
}

/** What everybody does all the time. Writing comes last, so that it disturbs nobody. */
export const reading = [pageCase(get), pageCase(list)]
export const readingAtOnce = [crowdedPageCase(get, 32), crowdedPageCase(list, 32)]
export const writing = [createCase({ values: false }), createCase({ values: true })]
export const writingAtOnce = [crowdedCreateCase(32)]
