import { Config, Effect, Exit, Option, Schema } from "effect"
import cluster, { type Worker } from "node:cluster"
import type { StartRefused } from "../StartRefused.ts"
import { mergeMetrics } from "./MergeMetrics.ts"
import { Order, type Report } from "./Messages.ts"
import { makeQuestions } from "./Questions.ts"

/** The variable in which a supervisor passes a process its place, starting at 1. */
export const placeVariable = "ROLLCALL_PROCESS"

/** One of several processes of a server, as the process itself sees it. */
export interface Member {
  /** Its place, which a replacement takes over. */
  readonly place: number
  /** Whether this process does one-time work: it stores the bootstrap token and creates the first token. */
  readonly isFirst: boolean
  /** Whether another process has taken its place, so that the server continues after this process ends. */
  readonly isReplaced: () => boolean
  /** Tells the supervisor that nothing can refuse the start any more. */
  readonly ready: Effect.Effect<void>
  /**
   * Gives the supervisor the metrics of this process. Returns the metrics of all processes, or only those of this process
   * if the supervisor doesn't respond in time.
   */
  readonly shareMetrics: (own: Effect.Effect<string>) => Effect.Effect<Effect.Effect<string>>
  /** Tells the supervisor why this process can't start, and exits. */
  readonly refuse: (refused: StartRefused) => Effect.Effect<never>
}

const decode = Schema.decodeUnknownExit(Order)

/**
 * Makes this process a member if a supervisor started it. It ends when the supervisor tells it to or dies. In both cases it
 * finishes the work in progress, as on SIGTERM.
 */
export const joinSupervisor = Effect.gen(function* () {
  const { worker } = cluster
  const place = yield* Config.option(Config.Int(placeVariable))
  return worker === undefined || Option.isNone(place) ? null : join(worker, place.value)
}).pipe(Effect.orDie)

/** How long the supervisor may take to collect metrics. */
const collectWithin = "4 seconds"

const join = (worker: Worker, place: number): Member => {
  // Without this, Node would end the process in the middle of its requests when the supervisor dies.
  worker.exitedAfterDisconnect = true
  let isReplaced = false
  let measure = (_id: number): void => undefined
  const questions = makeQuestions()
  const stop = () => void process.emit("SIGTERM")
  process.once("disconnect", stop)
  process.on("message", (message: unknown) => {
    const order = decode(message)
    if (Exit.isFailure(order)) return
    switch (order.value._tag) {
      case "Stop":
        isReplaced = order.value.isReplaced
        return stop()
      case "Measure":
        return measure(order.value.id)
      case "Collected":
        return questions.answer(order.value.id, order.value.text)
    }
  })
  // A closing terminal sends the signal to all processes. The supervisor decides what to do.
  process.on("SIGHUP", () => undefined)
  return {
    place,
    isFirst: worker.id === 1,
    isReplaced: () => isReplaced,
    ready: Effect.sync(() => report({ _tag: "Ready" })),
    shareMetrics: (own) =>
      Effect.map(Effect.context(), (context) => {
        const run = Effect.runForkWith(context)
        measure = (id) => void run(Effect.map(own, (text) => report({ _tag: "Measured", id, text })))
        const ask = questions.ask((id) => report({ _tag: "Collect", id }), collectWithin)
        const alone = Effect.map(own, (text) => mergeMetrics([{ process: place, text }]))
        return Effect.flatMap(ask, Option.match({ onNone: () => alone, onSome: Effect.succeed }))
      }),
    refuse: ({ message }) =>
      Effect.callback<void>((resume) => report({ _tag: "Refused", message }, () => resume(Effect.void))).pipe(
        Effect.tap(() => Effect.sync(() => (process.exitCode = 2))),
        Effect.andThen(Effect.interrupt)
      )
  }
}

/** Sends a message to the supervisor. If the supervisor is dead, it sends nothing. */
const report = (message: Report, then: () => void = () => undefined): void => {
  if (process.send === undefined || !process.connected) return then()
  process.send(message, undefined, undefined, then)
}
