import { Deferred, type Duration, Effect, Exit, type Option } from "effect"

/** Questions to another process. It answers each by its number, or not at all. */
export interface Questions {
  /** Asks with a unique number. Returns none if there is no answer in time. */
  readonly ask: (send: (id: number) => void, within: Duration.Input) => Effect.Effect<Option.Option<string>>
  /** Takes an answer. A late answer is ignored. */
  readonly answer: (id: number, text: string) => void
}

export const makeQuestions = (): Questions => {
  const open = new Map<number, Deferred.Deferred<string>>()
  let last = 0
  return {
    ask: (send, within) =>
      Effect.suspend(() => {
        const id = ++last
        const answered = Deferred.makeUnsafe<string>()
        open.set(id, answered)
        send(id)
        return Effect.ensuring(
          Effect.timeoutOption(Deferred.await(answered), within),
          Effect.sync(() => open.delete(id))
        )
      }),
    answer: (id, text) => {
      const answered = open.get(id)
      if (answered !== undefined) Deferred.doneUnsafe(answered, Exit.succeed(text))
    }
  }
}
