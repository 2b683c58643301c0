import { Schema } from "effect"
import { FakeOptions } from "./FakeScript.ts"
import { serve } from "./Server.ts"

// The fake as a process: its options are the first argument, as JSON. It says its URL in a line, and ends with its input.
const options = Schema.decodeSync(Schema.fromJsonString(FakeOptions))(process.argv[2] ?? "{}")
const server = await serve(options)
process.stdout.write(`${server.url}\n`)
process.stdin.on("end", () => void server.close())
process.stdin.resume()
