import { join } from "node:path"
import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from "@playwright/test"

/** The folder for screenshots of failed tests, and traces for `npx playwright show-trace`. */
export const outputDir = join(import.meta.dirname, "../../../node_modules/.cache/playwright")

/** Debian's Chromium, so that nothing is downloaded, with a desktop-sized window. */
export const chromium: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  viewport: { width: 1440, height: 900 },
  contextOptions: { reducedMotion: "reduce" },
  actionTimeout: 15_000,
  screenshot: "only-on-failure",
  trace: "retain-on-failure",
  launchOptions: { executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] }
}
