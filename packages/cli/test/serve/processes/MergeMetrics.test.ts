import { assert, describe, it } from "@effect/vitest"
import { mergeMetrics } from "../../../src/serve/processes/MergeMetrics.ts"

const lines = (...all: ReadonlyArray<string>) => `${all.join("\n")}\n`

describe("P4: the metrics of several processes", () => {
  it("are combined by name, each with its process", () => {
    const one = lines(
      "# HELP rollcall_ready Whether it is ready: 1 or 0, as /ready says.",
      "# TYPE rollcall_ready gauge",
      "rollcall_ready 1",
      "# HELP requests_seconds How long.",
      "# TYPE requests_seconds histogram",
      'requests_seconds_bucket{route="/v1/{a b}",le="0.1"} 3',
      'requests_seconds_bucket{route="/v1/{a b}",le="+Inf"} 4',
      'requests_seconds_sum{route="/v1/{a b}"} 0.5',
      'requests_seconds_count{route="/v1/{a b}"} 4'
    )
    const two = lines(
      "# HELP failures_total Failures.",
      "# TYPE failures_total counter",
      "failures_total{} 7",
      "# HELP rollcall_ready Whether it is ready: 1 or 0, as /ready says.",
      "# TYPE rollcall_ready gauge",
      "rollcall_ready 0"
    )
    assert.strictEqual(
      mergeMetrics([
        { process: 1, text: one },
        { process: 2, text: two }
      ]),
      lines(
        "# HELP rollcall_ready Whether it is ready: 1 or 0, as /ready says.",
        "# TYPE rollcall_ready gauge",
        'rollcall_ready{process="1"} 1',
        'rollcall_ready{process="2"} 0',
        "# HELP requests_seconds How long.",
        "# TYPE requests_seconds histogram",
        'requests_seconds_bucket{process="1",route="/v1/{a b}",le="0.1"} 3',
        'requests_seconds_bucket{process="1",route="/v1/{a b}",le="+Inf"} 4',
        'requests_seconds_sum{process="1",route="/v1/{a b}"} 0.5',
        'requests_seconds_count{process="1",route="/v1/{a b}"} 4',
        "# HELP failures_total Failures.",
        "# TYPE failures_total counter",
        'failures_total{process="2"} 7'
      )
    )
  })

  it("are empty if no process has any", () => {
    assert.strictEqual(mergeMetrics([]), "")
    assert.strictEqual(mergeMetrics([{ process: 1, text: "\n" }]), "")
  })
})
