import type { Effect, Scope } from "effect"
import type { CaseError, Size } from "../cases/Case.ts"
import type { Work } from "../measure/TakeTurns.ts"
import type { Arena } from "../stores/Arena.ts"

/** Work that takes seconds, and is measured by how much of it is done in one. */
export interface Load {
  readonly name: string
  /** What is counted. */
  readonly unit: "rows" | "messages"
  /** What stands beside the library. */
  readonly beside: "by hand" | "one process"
  readonly target: LoadTarget
  /** Makes ready for a store, and makes sure that both do the same. */
  readonly sides: (arena: Arena, size: Size) => Effect.Effect<LoadSides, CaseError, Scope.Scope>
}

/** At least so much of the rival's speed, and where it is said so many a second. */
interface LoadTarget {
  readonly share: number
  readonly leastOnPostgres?: number
}

/** A load that is ready for one store: each is one round of it. */
interface LoadSides {
  readonly library: Effect.Effect<Work, CaseError>
  readonly rival: Effect.Effect<Work, CaseError> | undefined
}
