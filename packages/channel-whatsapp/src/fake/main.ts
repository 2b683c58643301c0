import { Schema } from "effect"
import { FakeOptions } from "./FakeScript.ts"
import { serve } from "./Server.ts"

// Runs the fake in this process. The first argument has the options as JSON. The process prints the fake's URL, and ends on
// SIGTERM or when its standard input closes.
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
