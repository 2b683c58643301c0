import { Deferred, Effect, Exit, type Option, Schema } from "effect"
import cluster from "node:cluster"
import { keepConnections, stopHanding } from "./HandedConnections.ts"
import { placeVariable } from "./Member.ts"
import { type Order, Report } from "./Messages.ts"
import { makeQuestions } from "./Questions.ts"

/** How a process ended. */
export interface Ending {
  readonly code: number | null
  readonly signal: string | null
  /** Why the process refused to start; null if it didn't. */
  readonly refusal: string | null
}

/** A process of the server, as its supervisor sees it. */
export interface ServerProcess {
  readonly pid: number
  /** Waits until the process is ready. */
  readonly ready: Effect.Effect<void>
  /** Waits until the process has ended for any reason. */
  readonly ended: Effect.Effect<Ending>
  /** Tells the process to finish the work in progress and exit. Another process may have its place already. */
  readonly stop: (options: { readonly isReplaced: boolean }) => Effect.Effect<void>
  /** Kills the process at once. */
  readonly kill: Effect.Effect<void>
  /** Returns the metrics of the process; none if it doesn't respond in time. */
  readonly measure: Effect.Effect<Option.Option<string>>
}

/** How long a process may take to report its metrics, which may wait for the store. */
const measureWithin = "3 seconds"

const decode = Schema.decodeUnknownExit(Report)

/**
 * Starts another process of this program in a place of the server. When it asks for the metrics of all processes, it gets
 * `collected`.
 */
export const forkProcess = (place: number, collected: Effect.Effect<string>): Effect.Effect<ServerProcess> =>
  Effect.sync(() => {
    const worker = cluster.fork({ [placeVariable]: String(place) })
    keepConnections(worker)
    const ready = Deferred.makeUnsafe<void>()
    const ended = Deferred.makeUnsafe<Ending>()
    let refusal: string | null = null
    const questions = makeQuestions()
    const order = (message: Order) => {
      if (worker.isConnected()) worker.send(message)
    }
    worker.on("message", (message: unknown) => {
      const report = decode(message)
      if (Exit.isFailure(report)) return
      switch (report.value._tag) {
        case "Ready":
          return void Deferred.doneUnsafe(ready, Exit.void)
        case "Refused":
          refusal = report.value.message
          return
        case "Measured":
          return questions.answer(report.value.id, report.value.text)
        case "Collect": {
          const { id } = report.value
          return void Effect.runFork(Effect.map(collected, (text) => order({ _tag: "Collected", id, text })))
        }
      }
    })
    const end = (code: number | null, signal: string | null) =>
      void Deferred.doneUnsafe(ended, Exit.succeed({ code, signal, refusal }))
    worker.on("exit", end)
    // The process could not be started, or a message didn't reach it.
    worker.on("error", () => {
      if (worker.process.pid === undefined) end(null, null)
    })
    return {
      pid: worker.process.pid ?? 0,
      ready: Deferred.await(ready),
      ended: Deferred.await(ended),
      stop: ({ isReplaced }) =>
        Effect.sync(() => {
          stopHanding(worker)
          order({ _tag: "Stop", isReplaced })
        }),
      kill: Effect.sync(() => void worker.process.kill("SIGKILL")),
      measure: questions.ask((id) => order({ _tag: "Measure", id }), measureWithin)
    }
  })

/** Describes briefly how a process ended. */
export const describeEnding = ({ code, refusal, signal }: Ending): string => {
  if (refusal !== null) return refusal
  return signal === null ? `it ended with ${code ?? "no code"}` : `it was ended by ${signal}`
}

/** Kills all processes that were started here. */
export const killProcesses = (): void => {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill("SIGKILL")
}
