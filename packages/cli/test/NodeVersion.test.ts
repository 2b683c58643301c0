import { spawnSync } from "node:child_process"
import { assert, it } from "vitest"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../src/main.js", import.meta.url))

/** Has Node say that it is another version. */
const as = (version: string) =>
  `--import=data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "${version}" } })`
  )}`

it.each(["20.20.2", "22.18.0"])(
  "D1: Node %s ends with a line that names the required version, before importing anything it lacks",
  (version) => {
    const { status, stderr, stdout } = spawnSync(process.execPath, [as(version), main, "--version"], {
      encoding: "utf8"
    })
    assert.deepStrictEqual(
      [status, stdout, stderr],
      [2, "", `Rollcall needs Node 22.19 or newer; this is ${version}\n`]
    )
  }
)
