import { Effect, Random } from "effect"
import { answersOf } from "../Part.ts"
import { onBoth, type Scenario } from "../Scenario.ts"
import { startServer } from "../Server.ts"
import { watch } from "../Watch.ts"

const tries = 2_000

/** Failed authentications that are answered as such in a minute, by default, and a margin for one that begins meanwhile. */
const answered = 2 * 60

/** Somebody tries tokens from the address that others use too. */
export const wrongTokens: Scenario = {
  name: "wrong-tokens",
  about: "2,000 wrong tokens from one address beside good ones: most are refused untried, the good ones are not",
  ...onBoth(
    Effect.fnUntraced(function* (database, { share }) {
      const server = yield* startServer(database)
      const guess = Effect.gen(function* () {
        const token = `rollcall-${yield* Random.nextInt}-${yield* Random.nextInt}`
        return yield* server.send("GET", "/v1/contacts?limit=1", { token })
      })
      const attack = Effect.gen(function* () {
        const answers = yield* Effect.forEach(Array.from({ length: Math.ceil(tries * share) }), () => guess, {
          concurrency: 2
        })
        const tried = answers.filter(({ status }) => status === 401).length
        return [
          ...answersOf("guesses", answers, [401, 429], 10_500),
          { name: "tried", value: tried, unit: "" as const, most: answered }
        ]
      })
      return [yield* watch(`${tries} tokens`, server, attack)]
    })
  )
}
