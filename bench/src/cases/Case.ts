import type {
  BroadcastNotFound,
  BroadcastRefused,
  ContactImportNotFound,
  ContactListArchived,
  ContactListNotFound,
  ContactNotFound,
  InvalidInput,
  StorageError
} from "@rollcall/core"
import { type Effect, type PlatformError, Schema, type Scope } from "effect"
import type { HttpClientError } from "effect/http"
import type { SqlError } from "effect/sql"
import type { Side } from "../measure/Alternate.ts"
import type { Arena } from "../stores/Arena.ts"

/** The two gave different answers: there is nothing to measure then. */
export class Disagreement extends Schema.TaggedError<Disagreement>()("Disagreement", {
  case: Schema.String,
  library: Schema.Unknown,
  rival: Schema.Unknown
}) {
  override get message(): string {
    return `${this.case}: the library has ${JSON.stringify(this.library)}, the rival ${JSON.stringify(this.rival)}`
  }
}

/** Whatever stops a case. */
export type CaseError =
  | Disagreement
  | InvalidInput
  | StorageError
  | ContactNotFound
  | ContactListNotFound
  | ContactListArchived
  | ContactImportNotFound
  | BroadcastNotFound
  | BroadcastRefused
  | SqlError.SqlError
  | Schema.SchemaError
  | HttpClientError.HttpClientError
  | PlatformError.PlatformError

/** How much the largest work is. */
export interface Size {
  /** Requests of one import, and the rows of each. */
  readonly imports: number
  readonly rows: number
  /** Recipients of one broadcast. */
  readonly recipients: number
  /** How often a work is measured that takes seconds. */
  readonly rounds: number
}

/** At most so many times the rival's figure. */
export interface Target {
  readonly figure: "median" | "p95"
  readonly most: number
}

/** An operation of the library, called in process: at least 0.8 of the rival's speed. */
export const operation: Target = { figure: "median", most: 1.25 }

/** A search for few: its 95th percentile is within 1.5 of the rival's. */
export const selective: Target = { figure: "p95", most: 1.5 }

/** A broadcast that is accepted takes at most half as long again as reading and writing it by hand. */
export const acceptance: Target = { figure: "median", most: 1.5 }

/** A piece of work that the library and hand-written SQL are both given. */
export interface Case {
  readonly name: string
  /** Nothing where no target is set: the figures are for information. */
  readonly target: Target | undefined
  /** How many are under way at one time. */
  readonly atOnce: number
  /** How many pieces of work a turn has (see `alternate`). */
  readonly block: number
  /** Makes ready for a store, and makes sure that both give the same. */
  readonly sides: (arena: Arena, size: Size) => Effect.Effect<Sides, CaseError, Scope.Scope>
}

/** A case that is ready for one store. */
export interface Sides {
  readonly library: Side<CaseError>
  readonly rival: Side<CaseError> | undefined
  /** How many contacts the answer counts, in the middle of all operands; nothing where none are counted. */
  readonly total: number | undefined
  /** How the database answers the library's statement; nothing where there is no statement to explain. */
  readonly plan: string | undefined
}
