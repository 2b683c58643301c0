import { acceptCase } from "../broadcasts/AcceptCase.ts"
import { dispatch } from "../broadcasts/DispatchLoad.ts"
import { dispatchByThree } from "../broadcasts/FleetLoad.ts"
import { listings } from "../broadcasts/ListingCases.ts"
import { answersMeanwhile } from "../broadcasts/AnswersTrial.ts"
import { importLoad } from "../imports/ImportLoad.ts"
import type { Load } from "../loads/Load.ts"
import type { Trial } from "../loads/Trial.ts"
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
  ...listings,
  ...writing,
  acceptCase
]

/** What makes sense only where the store is another process: many at once. */
export const casesOfMany: ReadonlyArray<Case> = [...readingAtOnce, ...writingAtOnce]

/** What takes seconds. */
export const loads: ReadonlyArray<Load> = [importLoad, ...dispatch]
export const loadsOfMany: ReadonlyArray<Load> = [dispatchByThree]

/** What is measured for itself. */
export const trials: ReadonlyArray<Trial> = [answersMeanwhile]
