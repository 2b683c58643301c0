import type { Scenario } from "./Scenario.ts"
import { acceptances } from "./scenarios/Acceptances.ts"
import { filled } from "./scenarios/Filled.ts"
import { heavySearches } from "./scenarios/HeavySearches.ts"
import { hostile } from "./scenarios/Hostile.ts"
import { killed } from "./scenarios/Kills.ts"
import { mixed } from "./scenarios/Mixed.ts"
import { outages } from "./scenarios/Outages.ts"
import { sigterm } from "./scenarios/Sigterm.ts"
import { slowUploads } from "./scenarios/SlowUploads.ts"
import { stalled } from "./scenarios/Stalls.ts"
import { starve } from "./scenarios/Starve.ts"
import { broadcasts } from "./speed/Broadcasts.ts"
import { http } from "./speed/Http.ts"
import { imported } from "./speed/Import.ts"
import { resolved } from "./speed/Resolve.ts"
import { starts } from "./speed/Start.ts"
import { wide } from "./speed/Wide.ts"

/** The scenarios that compare the library with its fastest fair rival, in the order in which they run. */
export const speed: ReadonlyArray<Scenario> = [http, imported, broadcasts, resolved, wide, starts]

/** The scenarios with faults and load, in the order in which they run. */
export const faults: ReadonlyArray<Scenario> = [
  heavySearches,
  slowUploads,
  starve,
  outages,
  sigterm,
  stalled,
  acceptances,
  hostile,
  filled,
  killed,
  mixed
]
