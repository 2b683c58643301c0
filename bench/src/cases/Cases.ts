import type { Case } from "./Case.ts"
import { customAbsences } from "./CustomAbsences.ts"
import { customSearches } from "./CustomSearches.ts"
import { reading, readingAtOnce, writing, writingAtOnce } from "./Operations.ts"
import { predefinedSearches } from "./PredefinedSearches.ts"
import { termSearches } from "./TermSearches.ts"

/** What every store is asked. Writing comes last: who writes changes what the others find. */
export const cases: ReadonlyArray<Case> = [
  ...reading,
  ...predefinedSearches,
  ...termSearches,
  ...customSearches,
  ...customAbsences,
  ...writing
]

/** What makes sense only where the store is another process: many at once. */
export const casesOfMany: ReadonlyArray<Case> = [...readingAtOnce, ...writingAtOnce]
