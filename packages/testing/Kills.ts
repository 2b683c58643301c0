import { Effect, Random } from "effect"

const wanted = process.env["ROLLCALL_KILLS"]

/** `npm run test:long` sets the number of kills, and runs every case. */
export const isLong = wanted !== undefined

/** How many processes a test kills: a few, unless the run is long. */
export const killsOr = (few: number): number => (isLong ? Number(wanted) : few)

/** How long a test with so many kills may take, in milliseconds. */
export const limitOf = (kills: number): number => 90_000 + kills * 30_000

/** What the plan of this run is made from: `ROLLCALL_SEED` repeats it. */
export const seedOfRun: string =
  process.env["ROLLCALL_SEED"] ?? String(Effect.runSync(Random.nextIntBetween(1, 0x7fffffff)))

/** Plans each of so many kills, the same way for the seed of the run. */
export const planKills = <A>(kills: number, plan: (at: number) => Effect.Effect<A>): ReadonlyArray<A> =>
  Effect.runSync(Effect.forEach(Array.from({ length: kills }), (_, at) => plan(at)).pipe(Random.withSeed(seedOfRun)))

/** The failure of a test with a plan, which says how to repeat it. */
export const planFailed = (cause: unknown): Error =>
  new Error(`ROLLCALL_SEED=${seedOfRun} makes the same plan`, { cause })
