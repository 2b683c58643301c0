import type { Caller, PageRequest } from "@rollcall/core"
import { type CursorPage, CurrentActor } from "@rollcall/core/operations"
import { Effect } from "effect"
import { placeOf } from "./CallPlace.ts"
import { type HostValue, toHostValue } from "../options/HostValue.ts"
import {
  type Argument,
  type CallOptions,
  CallOptionsSchema,
  type CursorOptions,
  CursorOptionsSchema,
  decode,
  type Given,
  inArgument,
  type PageOptions,
  PageOptionsSchema
} from "./Inputs.ts"

/** A method without a promise version, and the reason. */
interface LeftOut {
  readonly leftOut: string
}

/** The argument decoders of a method, without the page options. */
interface Call<Inputs> {
  readonly takes: { readonly [Place in keyof Inputs]: Argument<Inputs[Place]> }
}

/** The argument decoders of a listing, and its kind of paging. */
interface Listing<Inputs, By> extends Call<Inputs> {
  readonly pagesBy: By
}

type CallOf<Method> = Method extends (caller: Caller, ...rest: infer Rest) => Effect.Effect<infer A, infer _E, infer _R>
  ? Rest extends readonly [...infer Inputs, PageRequest]
    ? A extends CursorPage<unknown>
      ? Listing<Inputs, "cursor">
      : Listing<Inputs, "offset">
    : Call<Rest>
  : never

/** The call of each service method, or the reason why it has no promise version. */
export type Calls<Service> = { readonly [Method in keyof Service]: CallOf<Service[Method]> | LeftOut }

/** The argument types of a method, with the names of the service and the types of the schemas. */
type Arguments<Inputs, Takes> = {
  [Place in keyof Inputs]: Place extends keyof Takes ? Given<Takes[Place]> : never
}

/** Makes a filter without required members optional. */
type Lenient<Arguments extends ReadonlyArray<unknown>> = Arguments extends readonly [...infer Others, infer Last]
  ? Last extends object
    ? Partial<Last> extends Last
      ? [...Others, filter?: Last]
      : Arguments
    : Arguments
  : Arguments

type PromiseMethod<Method, Row> = Method extends (
  caller: Caller,
  ...rest: infer Rest
) => Effect.Effect<infer A, infer _E, infer _R>
  ? Row extends { readonly takes: infer Takes; readonly pagesBy: infer By }
    ? Rest extends readonly [...infer Inputs, PageRequest]
      ? (
          ...input: [...Lenient<Arguments<Inputs, Takes>>, options?: By extends "cursor" ? CursorOptions : PageOptions]
        ) => Promise<HostValue<A>>
      : never
    : Row extends { readonly takes: infer Takes }
      ? (...input: [...Arguments<Rest, Takes>, options?: CallOptions]) => Promise<HostValue<A>>
      : never
  : never

/** The methods of a service as promises, bound to a workspace and an actor. */
export type Area<Service, Rows> = {
  readonly [
    Method in keyof Service as Method extends keyof Rows ? (Rows[Method] extends LeftOut ? never : Method) : never
  ]: Method extends keyof Rows ? PromiseMethod<Service[Method], Rows[Method]> : never
}

/** Runs an effect of a service, and rejects with a `RollcallError` whose stack begins at `place`. */
export type Run<R> = <A, E>(
  effect: Effect.Effect<A, E, R>,
  options: CallOptions,
  place: { readonly stack?: string }
) => Promise<A>

/** The part of a call that {@link area} needs. */
type AnyCall =
  | LeftOut
  | {
      readonly takes: ReadonlyArray<Argument<unknown>>
      readonly pagesBy?: "offset" | "cursor"
    }

/** A service as {@link area} calls it. */
interface AnyService {
  readonly [method: string]: (...input: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
}

/** Binds the methods of a service, as promises, to a caller. */
export type Bind<R, Bound> = (caller: Caller, run: Run<R>) => Bound

/** Returns a function that binds a service. `rows` has the call of each method. */
export function area<I, Service, const Rows extends Calls<Service>>(
  service: Effect.Effect<Service, never, I>,
  rows: Rows
): Bind<I, Area<Service, Rows>>
export function area<I>(
  service: Effect.Effect<AnyService, never, I>,
  rows: { readonly [method: string]: AnyCall }
): Bind<I, unknown> {
  const methodsOf: Bind<I, ReadonlyArray<readonly [name: string, method: unknown]>> = (caller, run) =>
    Object.entries(rows).flatMap(([name, row]) => {
      if ("leftOut" in row) return []
      const { pagesBy, takes } = row

      const method = async (...given: ReadonlyArray<unknown>): Promise<unknown> => {
        const place = placeOf(method)
        const last = given[takes.length] ?? {}
        const effect = Effect.gen(function* () {
          const inputs = yield* Effect.forEach(takes, (taken, at) =>
            Effect.mapError(
              decode(taken, pagesBy !== undefined && at === takes.length - 1 ? (given[at] ?? {}) : given[at]),
              inArgument(taken, at)
            )
          )
          const call = (yield* service)[name]
          if (call === undefined) return yield* Effect.die(new Error(`the service has no method ${name}`))
          if (pagesBy === undefined) {
            yield* Effect.mapError(decode(CallOptionsSchema, last), inArgument(CallOptionsSchema, takes.length))
            return toHostValue(yield* call(caller, ...inputs))
          }
          const options = pagesBy === "cursor" ? CursorOptionsSchema : PageOptionsSchema
          const {
            signal: _,
            limit = 50,
            offset = 0,
            ...cursor
          } = yield* Effect.mapError(decode(options, last), inArgument(options, takes.length))
          return toHostValue(yield* call(caller, ...inputs, { limit, offset, ...cursor }))
        })
        return await run(Effect.provideService(effect, CurrentActor, caller.actor), last, place)
      }
      return [[name, method] as const]
    })
  return (caller, run) => Object.fromEntries(methodsOf(caller, run))
}
