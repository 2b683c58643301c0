import { createRollcall } from "rollcall"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"

/* A process that the tests kill: it sends the webhooks of the database that it is started with. */

const [filename = ""] = process.argv.slice(2)

await createRollcall({
  storage: sqlite({ filename }),
  channel: simulator(),
  settings: {
    webhooks: {
      allowPrivateAddresses: true,
      chunk: 7,
      concurrency: 3,
      timeout: "1 second",
      jobTime: "200 millis",
      lease: "2 seconds",
      retryAfter: 50,
      longestRetryAfter: 200,
      sweepEvery: 50
    }
  }
})

process.stdout.write("sending\n")
