import { readdirSync } from "node:fs"
import { rightsOf } from "../container/Container.ts"
import { require, type Step } from "../Step.ts"

/** Checks that the server runs as a user without rights, and reports that it is healthy and ready. */
export const withoutRights: Step = {
  name: "a user without rights, on files that cannot be written",
  run: async ({ deployment, environment, server }) => {
    const { CapEff = "", NoNewPrivs = "", Uid = "" } = rightsOf(server.first)
    require(Uid.startsWith("65532 ") && /^0+$/.test(CapEff) && NoNewPrivs === "1", "the rights", {
      Uid,
      CapEff,
      NoNewPrivs
    })
    const lines: Array<string> = [`uid ${Uid.split(" ", 1).join()}, capabilities ${CapEff}`]
    for (const args of [["health"], ["health", "--ready"]]) {
      const { code, stderr, stdout } = await deployment.rollcall(args, environment)
      require(code === 0, `rollcall ${args.join(" ")}`, stdout + stderr)
      lines.push(stdout.trim())
    }
    const files = readdirSync(deployment.data)
    require(files.length === 0, "on Postgres the server writes no file", files)
    return lines
  }
}
