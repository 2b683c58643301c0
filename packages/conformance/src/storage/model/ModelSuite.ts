import type { Storage } from "@rollcall/core"
import type { WorkspaceStore } from "@rollcall/core/storage"
import { Effect, Layer } from "effect"
import { type Check, check, holds } from "../shared/Check.ts"
import { forAll, generatedSequences } from "../shared/ForAll.ts"
import type { Services } from "./Command.ts"
import { runSteps, services } from "./ModelRun.ts"
import { stepsArbitrary } from "./Step.ts"

/**
 * The minimum number of sequences at which every kind of command succeeds at least once. With fewer sequences, a rare
 * kind may never succeed by chance.
 */
const enough = 500

/** Checks all ports of the contacts area together: the services return the same results as over the reference store. */
export const modelChecks = (reference: Layer.Layer<Storage>): ReadonlyArray<Check<Services | WorkspaceStore>> => [
  check(
    "A1, C1, C4, F1-F7, L1-L3, N1, S1-S11: the services return the reference's results for random command sequences",
    Effect.gen(function* () {
      const expecting = yield* Layer.build(Layer.fresh(Layer.provideMerge(services, reference)))
      const sequences = yield* generatedSequences
      const asked = new Set<string>()
      const answered = new Set<string>()
      yield* forAll(stepsArbitrary, sequences, (steps) =>
        runSteps(expecting, steps, ({ command }, worked) => {
          asked.add(command.name)
          if (worked) answered.add(command.name)
        })
      )
      // Commands that never succeed would test nothing.
      if (sequences >= enough)
        yield* holds(
          "Every kind of command works",
          answered.size === asked.size,
          [...asked].filter((name) => !answered.has(name))
        )
    }).pipe(Effect.scoped)
  )
]
