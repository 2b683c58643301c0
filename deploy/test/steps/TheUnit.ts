import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { read } from "../../../tools/Repository.ts"
import { require, type Step } from "../Step.ts"

/** The maximum exposure score by systemd for the service, from 0 to 10. */
const mostExposed = 2

/** Checks the systemd unit as far as possible without installing it. */
export const theUnit: Step = {
  name: "the unit of systemd",
  run: async ({ folder }) => {
    const file = join(folder, "rollcall.service")
    // Node's path differs here, and the program is not installed.
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
