import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { TestProject } from "vitest/node"
import { refresh } from "../console/build/Refresh.ts"

/**
 * Provides a folder for programs, which is removed when the run ends. Also rebuilds the console that the programs serve
 * if its sources have changed.
 */
export default async ({ provide }: TestProject): Promise<() => void> => {
  await refresh()
  const folder = mkdtempSync(join(tmpdir(), "rollcall-programs-"))
  provide("programs", folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
