import {
  Array as Arr,
  Cause,
  Duration,
  Effect,
  Layer,
  Logger,
  type LogLevel,
  Predicate,
  Queue,
  References
} from "effect"
import { layerOutages } from "../observability/Outages.ts"

/** A recent warning or error, with its repetitions counted for a minute. */
interface RecentFailure {
  readonly level: LogLevel.Severity
  readonly annotations: Readonly<Record<string, unknown>>
  readonly message: ReadonlyArray<unknown>
  readonly cause: Cause.Cause<unknown>
  readonly repetitions: number
}

/** How long repetitions of a failure are counted instead of logged. */
const countFor = Duration.minutes(1)

/**
 * Makes a logger for background work, which fails in every iteration while a store does not respond. The first warning or
 * error is logged at once. Repetitions with the same key are counted; every minute the latest is logged with `repetitions`,
 * until a minute passes without a repetition.
 */
const countingLoggers = Effect.gen(function* () {
  const loggers = yield* Logger.CurrentLoggers
  const recent = new Map<string, RecentFailure>()
  const begun = yield* Queue.make<string>()

  const counting = Logger.make<unknown, void>((options) => {
    const { cause, fiber, logLevel: level } = options
    if (level === "Warn" || level === "Error" || level === "Fatal") {
      const annotations = fiber.getRef(References.CurrentLogAnnotations)
      const message = Arr.ensure(options.message)
      const key = keyOf(level, message, cause, annotations)
      const earlier = recent.get(key)
      if (earlier !== undefined) {
        recent.set(key, { ...earlier, cause, message, repetitions: earlier.repetitions + 1 })
        return
      }
      recent.set(key, { annotations, cause, level, message, repetitions: 0 })
      Queue.offerUnsafe(begun, key)
    }
    for (const logger of loggers) logger.log(options)
  })

  const report = Effect.fnUntraced(function* (key: string) {
    for (;;) {
      yield* Effect.sleep(countFor)
      const failure = recent.get(key)
      if (failure === undefined || failure.repetitions === 0) break
      const { annotations, cause, level, message, repetitions } = failure
      recent.set(key, { ...failure, repetitions: 0 })
      yield* Effect.logWithLevel(level)(...message, cause).pipe(
        Effect.annotateLogs({ ...annotations, repetitions }),
        Effect.provideService(Logger.CurrentLoggers, loggers)
      )
    }
    recent.delete(key)
  })

  yield* Effect.forkScoped(Effect.forever(Effect.flatMap(Queue.take(begun), (key) => Effect.forkScoped(report(key)))))
  return new Set([counting])
})

/**
 * Returns the key for counting repeated failures: level, message, annotations and error tags. Messages of causes are left
 * out, because details such as a port or a time vary.
 */
const keyOf = (
  level: string,
  message: ReadonlyArray<unknown>,
  cause: Cause.Cause<unknown>,
  annotations: Readonly<Record<string, unknown>>
): string => {
  const texts = message.map((part) => (typeof part === "string" ? part : kindOf(part)))
  const kinds = cause.reasons.map((reason) =>
    Cause.isFailReason(reason) ? kindOf(reason.error) : Cause.isDieReason(reason) ? kindOf(reason.defect) : reason._tag
  )
  return [level, ...texts, ...kinds, ...Object.entries(annotations).flat().map(String)].join("\n")
}

/** Returns the tag or name of an error, with its reason if it has one. */
const kindOf = (error: unknown): string => {
  if (!Predicate.isObject(error)) return typeof error
  const name = Predicate.hasProperty(error, "_tag") ? error._tag : error instanceof Error ? error.name : "object"
  return Predicate.hasProperty(error, "reason") ? `${String(name)} ${reasonOf(error.reason)}` : String(name)
}

const reasonOf = (reason: unknown): string => (typeof reason === "string" ? reason : kindOf(reason))

/**
 * Counts repeated failures in the logs of the layers to which this layer is provided (see {@link countingLoggers}). Also
 * tracks outages, so that recovery is logged.
 */
export const layerCountingLoggers: Layer.Layer<never> = Layer.merge(
  Layer.effect(Logger.CurrentLoggers, countingLoggers),
  layerOutages
)
