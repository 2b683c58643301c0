import { defineConfig } from "vitest/config"
import FailedTests from "../tools/ci/FailedTests.ts"
import { programs, project } from "../tools/ci/VitestProject.ts"
import { repository } from "../tools/Repository.ts"

/** The deployment tests: the image, the single file, and the server's tutorial. They take long. */
const { test, ...others } = project("deployment", ["deploy"], { globalSetup: programs })

export default defineConfig({
  ...others,
  root: repository,
  test: { ...test, maxWorkers: 2, reporters: ["default", new FailedTests()] }
})
