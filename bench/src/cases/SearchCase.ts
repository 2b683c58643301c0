import type { SearchRequest } from "@rollcall/core"
import * as Arr from "effect/Array"
import type { Population } from "../people/Population.ts"
import type { PageSql } from "../stores/Arena.ts"
import type { Cell } from "../stores/Rows.ts"
import { type Case, selective } from "./Case.ts"
import { pageCase } from "./PageCase.ts"

/** A search, and its operands for hand-written SQL, where they differ by the database. */
export interface Ask {
  readonly request: SearchRequest
  readonly operands: ReadonlyArray<Cell>
  readonly postgres?: ReadonlyArray<Cell>
}

interface SearchDefinition {
  readonly asks: (population: Population) => Arr.NonEmptyReadonlyArray<Ask>
  readonly sqlite: PageSql
  readonly postgres: PageSql
}

/** A search for at most one contact in a hundred. */
export const searchForFew = (name: string, definition: SearchDefinition): Case => searchCase(name, definition, true)

/** A search for a good part of all contacts, for information: whoever counts them looks at them. */
export const searchForMany = (name: string, definition: SearchDefinition): Case => searchCase(name, definition, false)

const searchCase = (name: string, { asks, postgres, sqlite }: SearchDefinition, few: boolean): Case =>
  pageCase({
    name,
    target: few ? selective : undefined,
    questions: (population) =>
      Arr.map(asks(population), ({ operands, postgres = operands, request }) => ({
        library: (contacts) => contacts.search(population.workspace, request, { limit: 10, offset: 0 }),
        operands: { sqlite: operands, postgres }
      })),
    sqlite,
    postgres
  })
