import { require, type Step } from "../Step.ts"

/** Checks that the Postgres database is intact after all steps, while the server runs. */
export const checkDatabase: Step = {
  name: "a check of Postgres, while the server runs",
  run: async ({ deployment, environment }) => {
    const { code, stderr, stdout } = await deployment.rollcall(["check"], environment)
    require(code === 0, "rollcall check", stdout + stderr)
    return [`rollcall check: ${stdout.trim()}`]
  }
}
