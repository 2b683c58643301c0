import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { walkReadme } from "../ReadmeWalk.ts"
import { require, type Step } from "../Step.ts"

/** The walk of the README, with the one file in an empty folder. */
export const theFile: Step = {
  name: "the walk of the README with the one file",
  run: async ({ deployment, folder }) => {
    const empty = join(folder, "empty")
    mkdirSync(empty)
    const rollcall = `'${process.execPath}' ${deployment.program}`
    const begun = performance.now()
    const problems = await walkReadme(empty, { start: `${rollcall} serve`, rollcall })
    require(problems.length === 0, "the walk", problems.join("\n"))
    const { image, program } = deployment.bytes
    return [
      `the program has ${(program / 1e6).toFixed(2)} MB, the files of the image ${(image / 1e6).toFixed(1)} MB`,
      `the walk took ${((performance.now() - begun) / 1_000).toFixed(1)} s`
    ]
  }
}
