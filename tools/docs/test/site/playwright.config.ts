import { join } from "node:path"
import { defineConfig } from "@playwright/test"
import { chromium, outputDir } from "../../../../packages/console/e2e/Chromium.ts"

// `npm run check:site` checks the built site in Chromium, served below a path.
export default defineConfig({
  outputDir: join(outputDir, "site"),
  forbidOnly: true,
  workers: 2,
  fullyParallel: true,
  timeout: 240_000,
  reporter: "list",
  use: { ...chromium, colorScheme: "light" }
})
