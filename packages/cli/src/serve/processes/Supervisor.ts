import { Array as Arr, Deferred, Duration, Effect, Option, Result, Semaphore } from "effect"
import { StartRefused } from "../StartRefused.ts"
import { mergeMetrics } from "./MergeMetrics.ts"
import { describeEnding, type Ending, type ServerProcess } from "./ServerProcess.ts"

/** How long a process must run to count as started well. */
const longLife = Duration.seconds(10)

/**
 * The pause before a process is restarted, from the second short-lived process in a row. It grows from the first value to
 * the second.
 */
const firstPause = Duration.millis(250)
const longestPause = Duration.seconds(30)

/** How many failed starts in a row end the server if no process is left. */
const mostFailures = 5

/** How long a process may take to exit before it is killed. Only a stuck process takes longer. */
const longestEnd = Duration.seconds(12)

/** A place for a process. Its processes replace each other. */
interface Place {
  readonly number: number
  /** Held while a process starts in this place. */
  readonly turn: Semaphore.Semaphore
  serving: ServerProcess | null
  /** How many processes in a row were short-lived. */
  shortLives: number
}

/**
 * Keeps `count` processes running until the scope closes, and then ends all of them. The first process starts before the
 * others, because it does one-time work. If it refuses to start, the whole start fails. A process that ends is replaced at
 * once, or after a pause that grows with each short-lived process. `onCut` is called if a process could not finish its work
 * when the scope closed.
 */
export const makeSupervisor = Effect.fnUntraced(function* (
  count: number,
  fork: (place: number, collected: Effect.Effect<string>) => Effect.Effect<ServerProcess>,
  onCut: () => void
) {
  const scope = yield* Effect.scope
  const lost = yield* Deferred.make<never, StartRefused>()
  const places = Array.from({ length: count }, (_, index): Place => ({
    number: index + 1,
    turn: Semaphore.makeUnsafe(1),
    serving: null,
    shortLives: 0
  }))
  const alive = new Set<ServerProcess>()
  let failures = 0

  /** The metrics of the running processes, except those that don't respond. */
  const collected = Effect.suspend(() =>
    Effect.forEach(
      places,
      ({ number, serving }) =>
        serving === null
          ? Effect.succeedNone
          : Effect.map(
              serving.measure,
              Option.map((text) => ({ process: number, text }))
            ),
      { concurrency: "unbounded" }
    )
  ).pipe(Effect.map((texts) => mergeMetrics(Arr.getSomes(texts))))

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      const endings = yield* Effect.forEach(alive, (process) => stop(process, { isReplaced: false }), {
        concurrency: "unbounded"
      })
      if (endings.some(({ code }) => code !== 0)) onCut()
    })
  )

  const begin = Effect.fnUntraced(function* (place: number) {
    const process = yield* fork(place, collected)
    alive.add(process)
    const forget = Effect.sync(() => alive.delete(process))
    yield* Effect.forkIn(Effect.andThen(process.ended, forget), scope)
    return process
  }, Effect.uninterruptible)

  /**
   * Starts a process, and gives it the place when it is ready. Returns the previous process. Fails if the new process ends
   * before it is ready.
   */
  const start = Effect.fnUntraced(function* (place: Place) {
    const process = yield* begin(place.number)
    yield* Effect.raceFirst(process.ready, Effect.flatMap(process.ended, Effect.fail))
    const before = place.serving
    place.serving = process
    failures = 0
    const named = { process: place.number, pid: process.pid }
    yield* Effect.annotateLogs(Effect.logInfo("A server process is ready"), named)
    yield* Effect.forkIn(watch(place, process), scope)
    return before
  })

  /** Replaces a process when it ends, unless another process has taken its place. */
  const watch = (place: Place, process: ServerProcess): Effect.Effect<void> =>
    Effect.gen(function* () {
      const [life, ending] = yield* Effect.timed(process.ended)
      if (place.serving !== process) return
      place.serving = null
      place.shortLives = Duration.isLessThan(life, longLife) ? place.shortLives + 1 : 0
      yield* logEnding("A server process ended and is being replaced", place, ending)
      yield* fill(place)
    })

  /** Starts processes for an empty place until one of them is ready. */
  const fill = (place: Place): Effect.Effect<void> =>
    Effect.gen(function* () {
      while (place.serving === null) {
        yield* Effect.sleep(pauseAfter(place.shortLives))
        const started = yield* Effect.result(start(place))
        if (Result.isSuccess(started)) return
        place.shortLives++
        failures++
        yield* logEnding("A server process could not start", place, started.failure)
        if (failures >= mostFailures && places.every(({ serving }) => serving === null)) {
          yield* Deferred.fail(lost, new StartRefused({ message: describeEnding(started.failure) }))
        }
      }
    }).pipe(place.turn.withPermits(1), Effect.asVoid)

  const [first, ...others] = places
  if (first !== undefined) {
    yield* Effect.mapError(start(first), (ending) => new StartRefused({ message: describeEnding(ending) }))
  }
  yield* Effect.forEach(others, (place) => Effect.forkIn(fill(place), scope), { discard: true })

  return {
    /**
     * Replaces the processes one by one. Each keeps running until its successor is ready, so that capacity never drops. If
     * a successor can't start, the remaining processes stay.
     */
    restart: Effect.gen(function* () {
      yield* Effect.logInfo("Rolling restart started")
      for (const place of places) {
        const started = yield* place.turn.withPermits(1)(Effect.result(start(place)))
        if (Result.isFailure(started)) {
          return yield* logEnding("Rolling restart failed; the running processes continue", place, started.failure)
        }
        if (started.success !== null) yield* stop(started.success, { isReplaced: true })
      }
      yield* Effect.logInfo("Rolling restart completed")
    }),

    /** Fails if no process is left and none can be started. */
    lost: Deferred.await(lost)
  }
})

/** Tells a process to exit, and waits until it has ended. */
const stop = Effect.fnUntraced(function* (
  { ended, kill, stop }: ServerProcess,
  options: Parameters<ServerProcess["stop"]>[0]
) {
  yield* stop(options)
  return yield* Effect.timeoutOrElse(Effect.interruptible(ended), {
    duration: longestEnd,
    orElse: () => Effect.andThen(kill, ended)
  })
})

const pauseAfter = (shortLives: number): Duration.Duration =>
  shortLives < 2 ? Duration.zero : Duration.min(Duration.times(firstPause, 2 ** (shortLives - 2)), longestPause)

const logEnding = (message: string, place: Place, ending: Ending) =>
  Effect.annotateLogs(Effect.logError(message), { process: place.number, reason: describeEnding(ending) })
