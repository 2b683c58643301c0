import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { read } from "../../../tools/Repository.ts"
import { require, type Step } from "../Step.ts"

/** The most that systemd may say of how exposed the service is, of 10. */
const mostExposed = 2

/** The unit of systemd, as far as it can be checked without being installed. */
export const theUnit: Step = {
  name: "the unit of systemd",
  run: async ({ folder }) => {
    const file = join(folder, "rollcall.service")
    // Node is wherever these checks have it, and the program is not installed.
    writeFileSync(file, read("deploy/rollcall.service").replaceAll("/usr/bin/node", process.execPath))
    const verified = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" })
    if (verified.error !== undefined) return ["not verified: there is no systemd-analyze here"]
    require(verified.status === 0 && verified.stderr === "", "systemd-analyze verify", verified.stderr)
    const options = ["security", "--offline=true", `--threshold=${mostExposed * 10}`, "--no-pager", file]
    const { status, stdout } = spawnSync("systemd-analyze", options, { encoding: "utf8" })
    require(status === 0, "systemd-analyze security", stdout)
    return ["verified", (stdout.trim().split("\n").at(-1) ?? "").replace(/[^\x20-\x7e]/g, "").trim()]
  }
}
