import { defineConfig } from "vitest/config"
import FailedTests from "../report/FailedTests.ts"
import { programs, project } from "../report/VitestProject.ts"
import { repository } from "../Repository.ts"

/** The tests of what is deployed: the image, the one file, and the tutorial of the server. They are long. */
const { test, ...others } = project("deployment", [".ci/deployment"], { globalSetup: programs })

export default defineConfig({
  ...others,
  root: repository,
  test: { ...test, maxWorkers: 2, reporters: ["default", new FailedTests()] }
})
