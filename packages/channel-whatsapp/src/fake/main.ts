import { Schema } from "effect"
import { FakeOptions } from "./FakeScript.ts"
import { serve } from "./Server.ts"

// The fake as a process: its options are the first argument, as JSON. It says its URL in a line, and ends with its input or
// with SIGTERM.
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
