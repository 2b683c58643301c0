import { Effect, Random } from "effect"

const wanted = process.env["ROLLCALL_KILLS"]

/** Whether this is a long run. `npm run test:long` sets the number of kills, and runs every case. */
export const isLong = wanted !== undefined

/** Returns the number of processes a test kills: `few`, unless the run is long. */
export const killsOr = (few: number): number => (isLong ? Number(wanted) : few)

/** Returns the timeout of a test with this number of kills, in milliseconds. */
export const limitOf = (kills: number): number => 90_000 + kills * 30_000

/** The seed of this run's plan. `ROLLCALL_SEED` repeats a plan. */
export const seedOfRun: string =
  process.env["ROLLCALL_SEED"] ?? String(Effect.runSync(Random.nextIntBetween(1, 0x7fffffff)))

/** Makes a plan for each kill from the run's seed. */
export const planKills = <A>(kills: number, plan: (at: number) => Effect.Effect<A>): ReadonlyArray<A> =>
  Effect.runSync(Effect.forEach(Array.from({ length: kills }), (_, at) => plan(at)).pipe(Random.withSeed(seedOfRun)))

/** Returns the error of a test with a plan. Its message says how to repeat the plan. */
export const planFailed = (cause: unknown): Error =>
  new Error(`ROLLCALL_SEED=${seedOfRun} makes the same plan`, { cause })
