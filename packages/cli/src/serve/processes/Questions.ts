import { Deferred, type Duration, Effect, Exit, type Option } from "effect"

/** Requests to another process. It responds with the id of the request, or not at all. */
export interface Questions {
  /** Sends a request with a unique id. Returns none if no response arrives in time. */
  readonly ask: (send: (id: number) => void, within: Duration.Input) => Effect.Effect<Option.Option<string>>
  /** Takes a response. Ignores a late one. */
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
