import type { Scenario } from "./Scenario.ts"
import { acceptances } from "./scenarios/Acceptances.ts"
import { blackHole } from "./scenarios/BlackHole.ts"
import { clockBack } from "./scenarios/ClockBack.ts"
import { costs } from "./scenarios/Costs.ts"
import { filled } from "./scenarios/Filled.ts"
import { frozenDatabase } from "./scenarios/FrozenDatabase.ts"
import { heavySearches } from "./scenarios/HeavySearches.ts"
import { hostile } from "./scenarios/Hostile.ts"
import { killed } from "./scenarios/Kills.ts"
import { lockElsewhere } from "./scenarios/LockElsewhere.ts"
import { manyWorkspaces } from "./scenarios/ManyWorkspaces.ts"
import { mixed } from "./scenarios/Mixed.ts"
import { restarts } from "./scenarios/Restarts.ts"
import { sigterm } from "./scenarios/Sigterm.ts"
import { slowUploads } from "./scenarios/SlowUploads.ts"
import { starve } from "./scenarios/Starve.ts"
import { stalled } from "./scenarios/Stalls.ts"
import { wrongTokens } from "./scenarios/WrongTokens.ts"

/** All scenarios, in the order in which they run. */
export const scenarios: ReadonlyArray<Scenario> = [
  heavySearches,
  lockElsewhere,
  slowUploads,
  starve,
  wrongTokens,
  frozenDatabase,
  blackHole,
  restarts,
  sigterm,
  clockBack,
  stalled,
  acceptances,
  hostile,
  filled,
  killed,
  manyWorkspaces,
  costs,
  mixed
]
