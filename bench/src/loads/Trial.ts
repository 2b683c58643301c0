import type { Effect } from "effect"
import type { CaseError, Size } from "../cases/Case.ts"
import type { Arena } from "../stores/Arena.ts"

/** What is measured for itself, against limits: nothing stands beside it. */
export interface Trial {
  readonly name: string
  readonly readings: (arena: Arena, size: Size) => Effect.Effect<ReadonlyArray<Reading>, CaseError>
}

export interface Reading {
  readonly what: string
  readonly value: number
  readonly unit: "ms" | "MiB" | ""
  /** What it has to stay under; nothing where no limit is set. */
  readonly under?: number
}
