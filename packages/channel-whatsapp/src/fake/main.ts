import { Schema } from "effect"
import { FakeOptions } from "./FakeScript.ts"
import { serve } from "./Server.ts"

// Runs the fake as a process. The first argument has its options as JSON. It prints its URL, and ends when its input
// closes or on SIGTERM.
const options = Schema.decodeSync(Schema.fromJsonString(FakeOptions))(process.argv[2] ?? "{}")
const server = await serve(options)
process.stdout.write(`${server.url}\n`)
const stop = () => {
  process.stdin.pause()
  void server.close()
}
process.stdin.on("end", stop)
process.on("SIGTERM", stop)
process.stdin.resume()
