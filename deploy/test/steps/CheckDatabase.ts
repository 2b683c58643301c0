import { require, type Step } from "../Step.ts"

/** The database of Postgres is whole after all of it, as a check beside the server says. */
export const checkDatabase: Step = {
  name: "a check of Postgres, while the server runs",
  run: async ({ deployment, environment }) => {
    const { code, stderr, stdout } = await deployment.rollcall(["check"], environment)
    require(code === 0, "rollcall check", stdout + stderr)
    return [`rollcall check: ${stdout.trim()}`]
  }
}
