import { spawnSync } from "node:child_process"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { repository } from "../../Repository.ts"

const folder = mkdtempSync(join(tmpdir(), "rollcall-report-"))
afterAll(() => rmSync(folder, { recursive: true }))

const call = (program: string, args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) => {
  // A pipe would stay open as long as a leftover process.
  const said = openSync(join(folder, "said"), "w")
  const { status } = spawnSync(program, args, {
    cwd: folder,
    env: { ...process.env, ...env, NO_COLOR: "1" },
    stdio: ["ignore", said, said]
  })
  closeSync(said)
  return { status, lines: readFileSync(join(folder, "said"), "utf8").trimEnd().split("\n") }
}

describe("the steps of .ci/run", () => {
  /** Runs steps, each a shell line. The last step is `count`. */
  const runSteps = (...steps: ReadonlyArray<string>) =>
    call("bash", [
      "-c",
      [
        "set -euo pipefail",
        `scratch=$(mktemp -d "${folder}/XXXXXX")`,
        `source ${join(repository, "tools/ci/steps")}`,
        ...steps,
        "count"
      ].join("\n")
    ])

  it("print only the count if all passed", () => {
    const { lines, status } = runSteps("step one echo fine", "step two true")
    expect(status).toBe(0)
    expect(lines.filter((line) => !line.includes("passed in"))).toEqual([
      "",
      "=== one: echo fine",
      "fine",
      "",
      "=== two: true",
      "",
      "2 passed, 0 failed"
    ])
  })

  it("print the failed steps at the end, each with its last lines or its own summary", () => {
    const { lines, status } = runSteps(
      'step "counts to 30" bash -c "seq 30; echo on standard error >&2; exit 3"',
      'step "passes" echo unheard',
      'named() { echo "much"; echo "a test > of a file" >"$summary_file"; false; }',
      'step "names tests" named'
    )
    expect(status).toBe(1)
    expect(lines.slice(lines.indexOf("=== FAILED: counts to 30"))).toEqual([
      "=== FAILED: counts to 30",
      ...Array.from({ length: 19 }, (_, index) => `${12 + index}`),
      "on standard error",
      "",
      "=== FAILED: names tests",
      "a test > of a file",
      "",
      "1 passed, 2 failed"
    ])
  })

  it("end a step that takes too long, and run the following steps", () => {
    const { lines, status } = runSteps("step_limit=1", 'step "hangs" sleep 60', 'step "passes" true')
    expect(status).toBe(1)
    expect(lines).toContain("=== it did not end within 1 s")
    expect(lines.at(-1)).toBe("1 passed, 1 failed")
  })

  it("do not wait for a process that a step leaves behind", () => {
    const { lines, status } = runSteps('step "leaves" bash -c "sleep 60 & echo \\$! >left; echo done"')
    process.kill(Number(readFileSync(join(folder, "left"), "utf8")))
    expect([status, lines.at(-1)]).toEqual([0, "1 passed, 0 failed"])
  })
})

describe("a test run", () => {
  const text = join(folder, "failed.txt")
  let run = call("true", [])

  beforeAll(() => {
    writeFileSync(
      join(folder, "tests.test.ts"),
      [
        'describe("sums", () => {',
        '  it("are right", () => expect(1 + 1).toBe(2))',
        '  it("are wrong", () => expect(1 + 1).toBe(3))',
        '  it("are long", () => { throw new Error(Array.from({ length: 40 }, (_, i) => `line ${i}`).join("\\n")) })',
        "})",
        'describe("a hook", () => {',
        '  beforeAll(() => { throw new Error("no database") })',
        '  it("is needed", () => {})',
        "})"
      ].join("\n")
    )
    writeFileSync(join(folder, "broken.test.ts"), 'throw new Error("cannot be loaded")')
    const vitest = join(repository, "node_modules/vitest/vitest.mjs")
    const reporter = `--reporter=${join(repository, "tools/ci/FailedTests.ts")}`
    run = call(process.execPath, [vitest, "run", "--globals", "--reporter=default", reporter], {
      ROLLCALL_FAILED_TESTS: text
    })
  }, 60_000)

  it("prints the failed tests last, each with the first lines of its error", () => {
    expect(run.status).toBe(1)
    const summary = readFileSync(text, "utf8").trimEnd().split("\n")
    expect(run.lines.slice(-summary.length)).toEqual(summary)
    expect(summary.filter((line) => line.startsWith("FAILED")).toSorted()).toEqual([
      "FAILED > broken.test.ts > (outside of its tests)",
      "FAILED > tests.test.ts > a hook (outside of its tests)",
      "FAILED > tests.test.ts > sums > are long",
      "FAILED > tests.test.ts > sums > are wrong"
    ])
    const after = (name: string) => summary.slice(summary.findIndex((line) => line.endsWith(name)) + 1)
    expect(after("are wrong")[0]).toBe("  AssertionError: expected 2 to be 3 // Object.is equality")
    expect(after("are wrong")[1]).toMatch(/^ {2}at .*tests\.test\.ts:3$/)
    expect(after("are long").slice(0, 16)).toEqual([
      "  Error: line 0",
      ...Array.from({ length: 14 }, (_, index) => `  line ${index + 1}`),
      "  (26 more lines)"
    ])
    expect(after("a hook (outside of its tests)")[0]).toBe("  Error: no database")
    expect(after("broken.test.ts > (outside of its tests)")[0]).toBe("  Error: cannot be loaded")
  })
})
