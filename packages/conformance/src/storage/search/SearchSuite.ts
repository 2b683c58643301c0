import { crowdSearchChecks } from "./CrowdSearchChecks.ts"
import { generatedChecks } from "./GeneratedChecks.ts"
import { hostileChecks } from "./HostileChecks.ts"
import { selectionChecks } from "./SelectionChecks.ts"
import { valueHostileChecks } from "./ValueHostileChecks.ts"

export const searchChecks = [
  ...hostileChecks,
  ...valueHostileChecks,
  ...crowdSearchChecks,
  ...generatedChecks,
  ...selectionChecks
]
