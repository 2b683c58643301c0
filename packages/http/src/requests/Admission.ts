import { makeFairSemaphore, ResourceHolder, steadyMillis } from "@rollcall/core/operations"
import { Context, Duration, Effect, Scheduler } from "effect"
import type { LoopTime } from "./LoopTime.ts"
import { RequestFacts } from "./RequestFacts.ts"

export const defaultRequestsAtOnce = 16

/** Limits how many requests run at once, and takes turns between workspaces. */
export class Admission extends Context.Service<
  Admission,
  {
    /**
     * Runs the work of the current request under its endpoint's name, and releases the permit at the end. Asks for the
     * permit at once, or, with `afterBody`, when {@link RequestFacts.admit} runs, so that a slow client doesn't hold one. A
     * request without a workspace needs no permit.
     */
    readonly admitted: <A, E, R>(
      endpoint: string,
      work: Effect.Effect<A, E, R>,
      options?: { readonly afterBody?: boolean }
    ) => Effect.Effect<A, E, R>

    /** Waits for the workspace's turn, for work without a permit, such as a page of a stream. */
    readonly turnOf: (workspace: string) => Effect.Effect<void>

    /**
     * Waits until the event loop has time for the next part of an admitted request. A part should take a few milliseconds.
     */
    readonly nextPart: Effect.Effect<void>
  }
>()("@rollcall/http/requests/Admission") {}

/** How many times more permits the `shared` endpoints have. */
const sharedFactor = 4

/**
 * How long a request that reads an audience waits for its permit. It then waits as long again for the permit to read the
 * audience.
 */
const longestForWalk = Duration.seconds(1)

/** Endpoints with special rules, by name. */
interface EndpointKinds {
  /** Endpoints whose requests are short and share statements. */
  readonly shared?: ReadonlySet<string>
  /** Endpoints that read audiences. */
  readonly walking?: ReadonlySet<string>
}

/**
 * Makes the permits of requests. A workspace has at most half of them, and each of its endpoints a quarter. So a workspace
 * can't hold all connections to the store, and its searches don't block its lists. Requests to `shared` endpoints share
 * statements and need few connections, so they have separate permits, four times as many. A permit is granted when the
 * event loop has time.
 */
export const makeAdmission = (
  total: number,
  loop: LoopTime,
  { shared = new Set(), walking = new Set() }: EndpointKinds = {}
): Admission["Service"] => {
  const perWorkspace = Math.max(1, Math.ceil(total / 2))
  const permits = makeFairSemaphore(total, [perWorkspace, Math.max(1, Math.ceil(perWorkspace / 2))], loop)
  const sharedPermits = makeFairSemaphore(sharedFactor * total, [Math.ceil((sharedFactor * total) / 2)], loop.short)
  const ask = (workspace: string, endpoint: string) =>
    shared.has(endpoint) ? sharedPermits.ask([workspace]) : permits.ask([workspace, endpoint])
  type Asked = ReturnType<typeof ask>

  /** Waits for a permit. The time counts against the deadline of the request. */
  const inQueue = ({ granted, isGranted }: Asked, { time }: RequestFacts, endpoint: string) =>
    isGranted
      ? Effect.void
      : Effect.flatMap(steadyMillis, (now) => {
          time?.awaitPermit(now, walking.has(endpoint) ? longestForWalk : undefined)
          return Effect.andThen(
            granted,
            Effect.map(steadyMillis, (now) => time?.admitted(now))
          )
        })

  return {
    admitted: (endpoint, work, { afterBody = false } = {}) =>
      Effect.flatMap(RequestFacts, (facts) => {
        const { workspace } = facts
        if (workspace === null) return work
        let asked: Asked | undefined
        const admit = Effect.suspend(() => inQueue((asked = ask(workspace, endpoint)), facts, endpoint))
        if (afterBody) facts.admit = admit
        const withHolder = Effect.provideService(work, ResourceHolder, workspace)
        const held = shared.has(endpoint)
          ? withHolder
          : Effect.provideService(withHolder, Scheduler.Scheduler, loop.scheduler)
        return Effect.ensuring(
          afterBody ? held : Effect.andThen(admit, held),
          Effect.sync(() => asked?.leave())
        )
      }),
    turnOf: (workspace) => permits.withPermit([workspace, "parts"], Effect.void),
    nextPart: loop.turn
  }
}
