import { Config, Effect, Exit, Option, Schema } from "effect"
import cluster, { type Worker } from "node:cluster"
import type { StartRefused } from "../StartRefused.ts"
import { Order, type Report } from "./Messages.ts"

/** The variable by which a supervisor gives a process its place, from 1. */
export const placeVariable = "ROLLCALL_PROCESS"

/** A process of a server that has several, as it sees itself. */
export interface Member {
  /** Its place, which it takes over from the process that it replaces. */
  readonly place: number
  /** Whether it does what is done once for a server: it stores the bootstrap token, and makes the first one. */
  readonly isFirst: boolean
  /** Whether another process has its place, so that the server goes on when it ends. */
  readonly isReplaced: () => boolean
  /** Says to the supervisor that nothing can refuse its start any more. */
  readonly ready: Effect.Effect<void>
  /** Leaves it to the supervisor to say why it cannot start, and ends. */
  readonly refuse: (refused: StartRefused) => Effect.Effect<never>
}

const decode = Schema.decodeUnknownExit(Order)

/**
 * Makes this process a member, if a supervisor has started it. It ends when the supervisor says so, and when the supervisor
 * is gone, each time as on SIGTERM: it finishes what is in progress.
 */
export const joinSupervisor = Effect.gen(function* () {
  const { worker } = cluster
  const place = yield* Config.option(Config.Int(placeVariable))
  return worker === undefined || Option.isNone(place) ? null : join(worker, place.value)
}).pipe(Effect.orDie)

const join = (worker: Worker, place: number): Member => {
  // Node would end the process in the middle of its requests when the supervisor is gone.
  worker.exitedAfterDisconnect = true
  let isReplaced = false
  const stop = () => void process.emit("SIGTERM")
  process.once("disconnect", stop)
  process.on("message", (message: unknown) => {
    const order = decode(message)
    if (Exit.isFailure(order)) return
    isReplaced = order.value.isReplaced
    stop()
  })
  // A terminal that closes signals all processes. The supervisor decides what follows.
  process.on("SIGHUP", () => undefined)
  const report = (message: Report) =>
    Effect.callback<void>((resume) => {
      // A supervisor that is gone needs no report.
      if (process.send === undefined || !process.connected) return resume(Effect.void)
      process.send(message, undefined, undefined, () => resume(Effect.void))
    })
  return {
    place,
    isFirst: worker.id === 1,
    isReplaced: () => isReplaced,
    ready: report({ _tag: "Ready" }),
    refuse: ({ message }) =>
      report({ _tag: "Refused", message }).pipe(
        Effect.tap(() => Effect.sync(() => (process.exitCode = 2))),
        Effect.andThen(Effect.interrupt)
      )
  }
}
