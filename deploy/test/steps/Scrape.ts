import { spawnSync } from "node:child_process"
import { prefix } from "../Deployment.ts"
import { until } from "../Load.ts"
import { require, type Step } from "../Step.ts"

/** Returns whether a log line reports a request answered by this process. */
const isAnswer = (line: string, place: number): boolean =>
  line.includes('"Answered"') && line.includes(`"process":${place}`)

/** Reads the metrics of both processes from their separate port, as Prometheus does. */
export const scrape: Step = {
  name: "the metrics of both processes in one scrape",
  run: async ({ environment, proxy, server }) => {
    // The second process starts only after the first one listens.
    await until(
      "both processes serve",
      () => server.log.filter((line) => line.includes("A server process is ready")).length >= 2
    )
    await until("both processes answer requests", async () => {
      // The requests run concurrently, because the proxy reuses a free connection.
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => proxy.ask("GET", `${prefix}/v1/contacts?limit=1`))
      )
      require(answers.every(({ status }) => status === 200), "GET /v1/contacts", answers)
      return [1, 2].every((place) => server.log.some((line) => isAnswer(line, place)))
    })
    const response = await fetch(`http://127.0.0.1:${environment["ROLLCALL_METRICS_PORT"]}/metrics`)
    const text = await response.text()
    require(response.status === 200, "GET /metrics", text)
    const families = Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name)
    require(new Set(families).size === families.length, "a family is there twice", families)
    const processes = new Set(Array.from(text.matchAll(/\bprocess="(\w+)"/g), ([, process]) => process))
    require(processes.has("1") && processes.has("2"), "the processes", [...processes])
    const others = text.split("\n").filter((line) => line !== "" && !/^#|^\w+\{process="[12]"/.test(line))
    require(others.length === 0, "each series is that of a process", others)
    require(!/\+?49 ?30/.test(text), "a phone number is in the metrics", text)
    const checked = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" })
    require(checked.error !== undefined || checked.status === 0, "promtool check metrics", checked.stdout +
      checked.stderr)
    return [
      `${families.length} metrics of the processes ${[...processes].join(", ")}, ${text.length} bytes`,
      checked.error === undefined ? "promtool has nothing to say" : "not read by promtool, which is not here"
    ]
  }
}
