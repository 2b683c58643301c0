import { Effect, Exit, Redacted, Scope } from "effect"
import { createRollcall } from "rollcall"
import { postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { afterAll, describe, expect, it } from "vitest"
import { lacksPooler, pgBouncer } from "../../storage-postgres/test/pooler/PgBouncer.ts"
import { freshDatabase } from "../../storage-postgres/test/server/Databases.ts"
import { workerServer } from "../../storage-postgres/test/server/WorkerServer.ts"
import { reminders } from "./Reminders.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

describe.skipIf(lacksPooler)("a host on Postgres through a pooler", () => {
  it("is rejected without the option `pooled`, and sends all messages with it", async () => {
    const behind = Effect.flatMap(freshDatabase(await workerServer()), pgBouncer)
    const url = Redacted.value(await Effect.runPromise(Scope.provide(behind, scope)))
    const settings = { dispatch: { rate: { perSecond: 10_000, burst: 10_000 } } }
    const refusal = await createRollcall({ storage: postgres({ url }), channel: simulator() }).catch(
      (error: unknown) => error
    )
    expect(refusal).toMatchObject({ code: "database_not_ready" })
    expect(String(refusal)).toContain("option pooled")
    const rollcall = await createRollcall({ storage: postgres({ url, pooled: true }), channel: simulator(), settings })
    try {
      const clinic = await rollcall.workspace("clinic")
      const { uuid } = await clinic.broadcasts.create(reminders(200))
      const status = async () => (await clinic.broadcasts.get(uuid)).broadcast.status
      await expect.poll(status, { timeout: 20_000 }).toBe("completed")
    } finally {
      await rollcall.close()
    }
  }, 60_000)
})
