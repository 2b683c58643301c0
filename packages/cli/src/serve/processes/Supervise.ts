import { Effect, Queue } from "effect"
import { forkProcess, killProcesses } from "./ServerProcess.ts"
import { onSecondSignal, restartRequests } from "./Signals.ts"
import { makeSupervisor } from "./Supervisor.ts"

/**
 * Runs the server in `count` processes until it is interrupted. This process only supervises them and hands them the
 * connections that it accepts.
 */
export const supervise = Effect.fnUntraced(function* (count: number) {
  yield* onSecondSignal(() => {
    killProcesses()
    process.exit(1)
  })
  const requests = yield* restartRequests
  const supervisor = yield* makeSupervisor(count, forkProcess, () => (process.exitCode = 1))
  const restarts = Effect.forever(Effect.andThen(Queue.take(requests), supervisor.restart))
  return yield* Effect.raceFirst(supervisor.lost, restarts)
}, Effect.scoped)
