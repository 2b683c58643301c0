import { defineConfig } from "vitest/config"
import FailedTests from "../tools/ci/FailedTests.ts"
import { programs, project } from "../tools/ci/VitestProject.ts"
import { repository } from "../tools/Repository.ts"

/** The tests of what is deployed: the image, the one file, and the tutorial of the server. They are long. */
const { test, ...others } = project("deployment", ["deploy"], { globalSetup: programs })

export default defineConfig({
  ...others,
  root: repository,
  test: { ...test, maxWorkers: 2, reporters: ["default", new FailedTests()] }
})
