import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startServer as startPostgres } from "../../packages/storage-postgres/test/server/EmbeddedServer.ts"
import { systemPrograms } from "../../packages/storage-postgres/test/server/Binaries.ts"
import { lacksContainers } from "./container/Container.ts"
import { startCollector } from "./Collector.ts"
import { makeDeployment, prefix, token } from "./Deployment.ts"
import { lacksNginx, startProxy } from "./Proxy.ts"
import { freePort } from "./FreePort.ts"
import type { Step, Walk } from "./Step.ts"
import { backUpFile } from "./steps/BackUpFile.ts"
import { behindProxy } from "./steps/BehindProxy.ts"
import { checkDatabase } from "./steps/CheckDatabase.ts"
import { dumpDatabase } from "./steps/DumpDatabase.ts"
import { killOne } from "./steps/KillOne.ts"
import { rollOver } from "./steps/RollOver.ts"
import { scrape } from "./steps/Scrape.ts"
import { theFile } from "./steps/TheFile.ts"
import { theUnit } from "./steps/TheUnit.ts"
import { trace } from "./steps/Trace.ts"
import { withoutRights } from "./steps/WithoutRights.ts"

// `npm run check:deployment`: runs the single file as it is deployed, in a container with the image's files, on
// Postgres and behind nginx with TLS, and performs an operator's tasks. Each step prints its observations.
const steps: ReadonlyArray<Step> = [
  theFile,
  theUnit,
  withoutRights,
  behindProxy,
  scrape,
  trace,
  killOne,
  rollOver,
  checkDatabase,
  dumpDatabase,
  backUpFile
]

if (lacksContainers || lacksNginx) {
  console.log("skipped: it needs root, unshare and nginx")
  process.exit(0)
}

const folder = mkdtempSync(join(tmpdir(), "rollcall-deployment-"))
const [deployment, postgres] = [await makeDeployment(folder), await startPostgres([], systemPrograms)]
const [port, upstream, metrics] = [await freePort(), await freePort(), await freePort()]
const collector = await startCollector()
const environment = {
  ROLLCALL_HOST: "127.0.0.1",
  ROLLCALL_PORT: upstream,
  ROLLCALL_PATH_PREFIX: prefix,
  ROLLCALL_TRUSTED_PROXIES: "1",
  ROLLCALL_DATABASE_URL: postgres.url,
  ROLLCALL_BOOTSTRAP_TOKEN: token,
  ROLLCALL_PROCESSES: "2",
  ROLLCALL_METRICS_PORT: metrics,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
}

mkdirSync(join(folder, "proxy"))
const proxy = await startProxy(join(folder, "proxy"), { port, upstream })
const walk: Walk = {
  folder,
  deployment,
  environment,
  database: postgres.url,
  server: await deployment.start(environment),
  proxy,
  collector
}

try {
  for (const { name, run } of steps) {
    const begun = performance.now()
    const saw = await run(walk)
    console.log(
      `--- ${name} (${((performance.now() - begun) / 1_000).toFixed(1)} s)\n${saw.map((line) => `  ${line}`).join("\n")}`
    )
  }
  const code = await walk.server.stop()
  console.log(`--- stopped, with ${code}`)
  process.exitCode = code
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\nThe last lines of the server's log:`)
  console.error(walk.server.log.slice(-20).join("\n"))
  process.exitCode = 1
} finally {
  await walk.server.stop()
  await proxy.stop()
  await collector.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}
