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

/** What may happen to a server, in the order in which it runs. */
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
