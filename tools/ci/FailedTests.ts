import { writeFileSync } from "node:fs"
import { stripVTControlCharacters } from "node:util"
import type { Reporter, TestModule } from "vitest/node"

interface Said {
  readonly name?: string
  readonly message: string
  readonly stacks?: ReadonlyArray<{ readonly file: string; readonly line: number }>
}

interface Failure {
  readonly file: string
  readonly name: string
  readonly errors: ReadonlyArray<Said>
}

/** The maximum number of failures printed with their errors, and the lines per error. Other failures are only named. */
const limits = { failures: 20, lines: 15 }

const failuresIn = (module: TestModule): ReadonlyArray<Failure> => {
  const file = module.relativeModuleId
  const outside = (name: string, errors: ReadonlyArray<Said>) => (errors.length > 0 ? [{ file, name, errors }] : [])
  const isUnfinished = module.state() === "pending" || module.state() === "queued"
  return [
    ...outside("(outside of its tests)", module.errors()),
    ...(isUnfinished ? [{ file, name: "(the file did not come to its end)", errors: [] }] : []),
    ...Array.from(module.children.allSuites()).flatMap((suite) =>
      outside(`${suite.fullName} (outside of its tests)`, suite.errors())
    ),
    ...Array.from(module.children.allTests("failed"), (test) => ({
      file,
      name: test.fullName,
      errors: test.result().errors ?? []
    }))
  ]
}

const linesOf = (errors: ReadonlyArray<Said>): ReadonlyArray<string> => {
  const lines = errors.flatMap(({ message, name, stacks: [place] = [] }) => [
    ...stripVTControlCharacters(name === undefined ? message : `${name}: ${message}`).split("\n"),
    ...(place === undefined ? [] : [`at ${place.file}:${place.line}`])
  ])
  const left = lines.length - limits.lines
  return left > 0 ? [...lines.slice(0, limits.lines), `(${left} more lines)`] : lines
}

/**
 * Prints the failed tests last, because the error reports before may be long. Also writes them to the file in
 * `ROLLCALL_FAILED_TESTS`.
 */
export default class FailedTests implements Reporter {
  onTestRunEnd(...[modules, unhandled]: Parameters<NonNullable<Reporter["onTestRunEnd"]>>): void {
    const failures = [
      ...modules.flatMap(failuresIn),
      ...unhandled.map((error) => ({ file: "", name: "(an error that no test caught)", errors: [error] }))
    ]
    if (failures.length === 0) return
    const lines = failures.flatMap(({ errors, file, name }, index) => [
      ["FAILED", file, name].filter((part) => part !== "").join(" > "),
      ...(index < limits.failures ? linesOf(errors).map((line) => `  ${line}`) : [])
    ])
    const text = `${lines.join("\n")}\n`
    console.log(`\n${text}`)
    const written = process.env["ROLLCALL_FAILED_TESTS"]
    if (written !== undefined) writeFileSync(written, text)
  }
}
