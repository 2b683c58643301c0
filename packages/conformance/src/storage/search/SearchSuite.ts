import { crowdSearchChecks } from "./CrowdSearchChecks.ts"
import { generatedChecks } from "./GeneratedChecks.ts"
import { hostileChecks } from "./HostileChecks.ts"
import { selectionChecks } from "./SelectionChecks.ts"
import { valueHostileChecks } from "./ValueHostileChecks.ts"

/** The contract of a search: the store finds exactly the contacts that the definition finds, in its order. */
export const searchChecks = [
  ...hostileChecks,
  ...valueHostileChecks,
  ...crowdSearchChecks,
  ...generatedChecks,
  ...selectionChecks
]
