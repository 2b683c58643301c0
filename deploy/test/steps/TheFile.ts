import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { walkServer } from "../ServerWalk.ts"
import { require, type Step } from "../Step.ts"

/** Runs the server's tutorial with the single file in an empty folder. */
export const theFile: Step = {
  name: "the tutorial of the server with the one file",
  run: async ({ deployment, folder }) => {
    const empty = join(folder, "empty")
    mkdirSync(empty)
    const rollcall = `'${process.execPath}' ${deployment.program}`
    const begun = performance.now()
    const problems = await walkServer(empty, { start: `${rollcall} serve`, rollcall })
    require(problems.length === 0, "the walk", problems.join("\n"))
    const { image, program } = deployment.bytes
    return [
      `the program has ${(program / 1e6).toFixed(2)} MB, the files of the image ${(image / 1e6).toFixed(1)} MB`,
      `the walk took ${((performance.now() - begun) / 1_000).toFixed(1)} s`
    ]
  }
}
