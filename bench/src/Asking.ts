import { Schema } from "effect"
import { startProgram } from "./Processes.ts"

/**
 * A request: its path, when it was due, since the epoch, and how long its response took from then, both in milliseconds.
 * Its status is 0 if no answer came, and the wait then how long it was waited for.
 */
const Asked = Schema.Struct({
  path: Schema.String,
  due: Schema.Number,
  wait: Schema.Number,
  status: Schema.Int
})
export type Asked = typeof Asked.Type

/**
 * The path of a record that is no request: the wait is how late the asking process had its turn. What the machine takes
 * from it, it takes from the server as well.
 */
export const ownTurn = "own turn"

/** What is asked for, again and again. */
interface Questions {
  readonly url: string
  readonly token: string
  /** Each is asked for at every turn. */
  readonly paths: ReadonlyArray<string>
  /** Milliseconds from one turn to the next. */
  readonly every: number
}

/** Asks in a process of its own. The result stops it and returns all requests, in the order of their ends. */
export const startAsking = ({ every, paths, token, url }: Questions) =>
  startProgram(
    new URL("./AskProcess.ts", import.meta.url),
    { ASK_EVERY: String(every), ASK_PATHS: paths.join(" "), ASK_TOKEN: token, ASK_URL: url },
    Schema.Array(Asked)
  )
