import { DatabaseSync } from "node:sqlite"
import { Predicate } from "effect"
import { Pool } from "pg"
import { createRollcall, type Rollcall, RollcallError, type Workspace } from "rollcall"
import { memory } from "rollcall/memory"
import { fromPool, postgres } from "rollcall/postgres"
import { simulator } from "rollcall/simulator"
import { sqlite } from "rollcall/sqlite"
import { whatsapp } from "rollcall/whatsapp"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

/** Calls a function as JavaScript can: with anything. */
const untyped = (call: Parameters<typeof Reflect.apply>[0], ...input: ReadonlyArray<unknown>): unknown =>
  Reflect.apply(call, undefined, input)

/** What a newcomer wrote, and what it is answered with: the code, and the whole message. */
interface Mistake {
  readonly write: string
  readonly run: () => unknown
  readonly code?: string
  readonly message: string
}

/** A broadcast to contacts of one part. */
const audience = (part: object) => ({
  name: "x",
  templateName: "reminder",
  from: "493090180",
  audience: { include: [part] }
})

const needed = { storage: memory(), channel: simulator() }

/** Gives `createRollcall` other options. */
const open = (options: object) => () => untyped(createRollcall, { ...needed, ...options })

/** Each is answered at once: what hangs, is a defect or names something else is a fault of ours. */
const check = (mistakes: ReadonlyArray<Mistake>) => {
  it.each(mistakes)(
    "reports the mistake $write",
    { timeout: 5_000 },
    async ({ code = "invalid_input", message, run }) => {
      const error: unknown = await (async () => run())().then(
        () => undefined,
        (error: unknown) => error
      )
      expect(error).toBeInstanceOf(RollcallError)
      expect(error).toMatchObject({ code, message })
    }
  )
}

const template = {
  kind: "plain",
  name: "reminder",
  locale: "en",
  status: "approved",
  header: null,
  body: 1,
  buttons: 0
} as const

const anyStorage = "must be sqlite({ filename }), postgres({ url }), fromPool(pool) or memory()"
const anyUrl = "must be a URL such as postgres://user:password@host:5432/database"

describe("options of createRollcall", () => {
  const pool = new Pool()
  const database = new DatabaseSync(":memory:")
  afterAll(() => database.close())

  check([
    {
      write: "createRollcall()",
      run: () => untyped(createRollcall),
      message: `storage: ${anyStorage}; channel: must be simulator(), whatsapp(accounts) or a layer`
    },
    {
      write: "{ store: memory() }",
      run: () => untyped(createRollcall, { store: memory(), channel: simulator() }),
      message: `store: is not a known member: did you mean storage?; storage: ${anyStorage}`
    },
    {
      write: "storage: memory",
      run: open({ storage: memory }),
      message: `storage: is a function: call it. It ${anyStorage}`
    },
    {
      write: "storage: pool",
      run: open({ storage: pool }),
      message: "storage: is a pool or a client of Postgres: give fromPool(pool)"
    },
    {
      write: "storage: new DatabaseSync()",
      run: open({ storage: database }),
      message: "storage: is a database of SQLite: give sqlite({ database })"
    },
    { write: 'storage: "x.db"', run: open({ storage: "x.db" }), message: `storage: ${anyStorage}` },
    {
      write: "channel: simulator",
      run: open({ channel: simulator }),
      message: "channel: is a function: call it. It must be simulator(), whatsapp(accounts) or a layer"
    },
    {
      write: "channel: []",
      run: open({ channel: [] }),
      message: "channel: must have at least one channel: simulator(), whatsapp(accounts) or a layer"
    },
    {
      write: "storage: simulator()",
      run: open({ storage: simulator() }),
      message: `storage: ${anyStorage}`
    },
    {
      write: "{ worker: false }",
      run: open({ worker: false }),
      message: "worker: is not a known member: did you mean workers?"
    },
    {
      write: "templates: a misspelt member of the second",
      run: open({ templates: [template, { ...template, headers: null }] }),
      message: "templates[1].headers: is not a known member: did you mean header?"
    },
    {
      write: "http: { rateLimit: { bursts } }",
      run: open({ http: { rateLimit: { perSecond: 1, burst: 1, bursts: 1 } } }),
      message: "http.rateLimit.bursts: is not a known member: did you mean burst?"
    },
    {
      write: "settings: { dispach }",
      run: open({ settings: { dispach: {} } }),
      message: "settings.dispach: is not a known member: did you mean dispatch?"
    },
    {
      write: 'workers: "no"',
      run: open({ workers: "no" }),
      message: "workers: must be true or false"
    },
    {
      write: "settings: { nope: 1 }",
      run: open({ settings: { nope: 1 } }),
      message:
        "settings.nope: is not a known member, known are accessTokens, audiences, contacts, dispatch, events, imports, search, webhooks, inbox"
    },
    {
      write: "settings: { dispatch: { chunks: 1 } }",
      run: open({ settings: { dispatch: { chunks: 1 } } }),
      message: "settings.dispatch.chunks: is not a known member: did you mean chunk?"
    },
    {
      write: 'country: "Germany" with a wrong setting and a wrong prefix',
      run: open({ country: "Germany", settings: { dispatch: { lease: "soon" } }, http: { prefix: "rollcall" } }),
      message:
        'country: must be a country in two letters, such as DE, not "Germany"; http.prefix: must begin with a slash: /rollcall; settings.dispatch.lease: must be positive milliseconds, or a string such as 60 seconds'
    },
    {
      write: 'country: "UK"',
      run: open({ country: "UK" }),
      message: 'country: must be GB, the ISO 3166 code of the United Kingdom, not "UK"'
    },
    {
      write: 'migrate: "check" beside the storage',
      run: open({ migrate: "check" }),
      message:
        'migrate: belongs to the storage: postgres({ url, migrate: "check" }) or sqlite({ filename, migrate: "check" })'
    },
    {
      write: 'http: { prefix: "/api/*" }',
      run: open({ http: { prefix: "/api/*" } }),
      message: "http.prefix: must be a path such as /rollcall, without a pattern"
    },
    {
      write: "http: { prefx }",
      run: open({ http: { prefx: "/rollcall" } }),
      message: "http.prefx: is not a known member: did you mean prefix?"
    },
    {
      write: "http: { authorize: null }",
      run: open({ http: { authorize: null } }),
      message: "http.authorize: must be a function"
    }
  ])
})

describe("options of stores and channels", () => {
  const store = (storage: unknown) => () => untyped(createRollcall, { storage, channel: simulator() })
  const via = (channel: unknown) => () => untyped(createRollcall, { storage: memory(), channel })

  check([
    {
      write: 'sqlite("x.db")',
      run: store(untyped(sqlite, "x.db")),
      message: 'storage: must be an object: sqlite({ filename: "x.db" })'
    },
    {
      write: "sqlite({ file })",
      run: store(untyped(sqlite, { file: "x.db" })),
      message:
        "storage.file: is not a known member: did you mean filename?; storage.filename: is required: the name of the file, such as rollcall.db"
    },
    {
      write: "sqlite({ database: filename })",
      run: store(untyped(sqlite, { database: "x.db" })),
      message: "storage.database: must be a DatabaseSync of node:sqlite"
    },
    {
      write: 'sqlite({ database: new DatabaseSync(":memory:") })',
      run: () => store(sqlite({ database: new DatabaseSync(":memory:") }))(),
      message:
        'storage.database: is in memory, where no second connection can open it: give a database in a file, or sqlite({ filename: ":memory:" })'
    },
    {
      write: "sqlite({ database }) of a closed database",
      run: () => {
        const database = new DatabaseSync(":memory:")
        database.close()
        return store(sqlite({ database }))()
      },
      message: "storage.database: is closed: give a database that is open"
    },
    {
      write: "sqlite({ database }) of another driver",
      run: store(untyped(sqlite, { database: { prepare: () => ({}), exec: () => ({}) } })),
      message: "storage.database: must be a DatabaseSync of node:sqlite"
    },
    {
      write: "postgres({ connectionString })",
      run: store(untyped(postgres, { connectionString: "postgres://localhost/app" })),
      message: `storage.connectionString: is not a known member: did you mean url?; storage.url: ${anyUrl}`
    },
    {
      write: "postgres(url)",
      run: store(untyped(postgres, "postgres://rollcall:secret@localhost/app")),
      message: 'storage: must be an object: postgres({ url: "postgres://user:password@host:5432/database" })'
    },
    {
      write: "postgres({ url: process.env.DATABASE_URL }) without one",
      run: store(untyped(postgres, { url: undefined })),
      message: `storage.url: ${anyUrl}`
    },
    {
      write: "postgres({ max, pooled: 'yes' })",
      run: store(untyped(postgres, { url: "postgres://localhost/app", max: 5, pooled: "yes" })),
      message: "storage.max: is not a known member: did you mean maxConnections?; storage.pooled: must be true or false"
    },
    {
      write: "fromPool(url)",
      run: store(untyped(fromPool, "postgres://localhost/app")),
      message: "storage.pool: must be a Pool of the package pg: with a URL call postgres({ url })"
    },
    {
      write: 'postgres({ url: "localhost" })',
      run: store(postgres({ url: "localhost" })),
      message: `storage.url: ${anyUrl}`
    },
    {
      write: "misspelt options of the store and of two channels",
      run: () =>
        untyped(createRollcall, {
          storage: untyped(sqlite, { filename: ":memory:", migrat: "run" }),
          channel: [untyped(simulator, { seeds: "a" }), untyped(whatsapp, [], { graphURL: "" })]
        }),
      message:
        "storage.migrat: is not a known member: did you mean migrate?; channel.seeds: is not a known member: did you mean seed?; channel.graphURL: is not a known member: did you mean graphUrl?"
    },
    {
      write: "simulator({ mishaps: { loseReceipts: 2 } })",
      run: via(untyped(simulator, { mishaps: { loseReceipts: 2 } })),
      message: "channel.mishaps.loseReceipts: is not a known member: did you mean loseReceipt?"
    },
    {
      write: "whatsapp({ phoneNumberId })",
      run: via(untyped(whatsapp, { phoneNumberId: "1" })),
      message: "channel.accounts: must be a list"
    }
  ])
})

describe("calls", () => {
  let rollcall: Rollcall
  let clinic: Workspace
  beforeAll(async () => {
    rollcall = await createRollcall(needed)
    clinic = await rollcall.workspace("clinic")
  })
  afterAll(() => rollcall.close())

  const missing = "0197a000-0000-7000-8000-0000000000aa"

  check([
    {
      write: "contacts.create({ firstname })",
      run: () => untyped(clinic.contacts.create, { firstname: "Zoë", email: "zoe@example.org" }),
      message: "firstname: is not a known member: did you mean firstName?"
    },
    {
      write: "contacts.create()",
      run: () => untyped(clinic.contacts.create),
      message: "the first argument must be an object such as { firstName, lastName, externalContactId }"
    },
    {
      write: 'contacts.search("zoe")',
      run: () => untyped(clinic.contacts.search, "zoe"),
      message: "the first argument must be an object such as { searchTerm, advancedSearch, sortBy }"
    },
    {
      write: "contacts.search({}, 5)",
      run: () => untyped(clinic.contacts.search, {}, 5),
      message: "the second argument must be an object such as { limit, offset, signal }"
    },
    {
      write: "broadcasts.create({ audience: { include: [{ serch }] } })",
      run: () => untyped(clinic.broadcasts.create, audience({ serch: {} })),
      message: "audience.include[0].serch: is not a known member: did you mean search?"
    },
    {
      write: "broadcasts.create({ audience: { include: [{ everybody }] } })",
      run: () => untyped(clinic.broadcasts.create, audience({ everybody: true })),
      message:
        "audience.include[0].everybody: is not a known member, known are contactListUuid, search, segmentUuid, contactUuids"
    },
    {
      write: "broadcasts.create({ audience: { include: [{}] } })",
      run: () => untyped(clinic.broadcasts.create, audience({})),
      message: "audience.include[0]: must have one of contactListUuid, search, segmentUuid, contactUuids"
    },
    {
      write: "contacts.get() without a uuid",
      run: () => untyped(clinic.contacts.get),
      message: "uuid: must be a string"
    },
    {
      write: "contacts.get(contact) instead of its uuid",
      run: () => untyped(clinic.contacts.get, { uuid: missing }),
      message: "uuid: must be a string"
    },
    {
      write: "contacts.get(a uuid of nothing)",
      run: () => clinic.contacts.get(missing),
      code: "not_found",
      message: `There is no contact ${missing}.`
    },
    {
      write: "contacts.search({}, { page: 2 })",
      run: () => untyped(clinic.contacts.search, {}, { page: 2 }),
      message: "page: is not a known member, known are limit, offset, signal, after"
    },
    {
      write: "broadcasts.create({ template })",
      run: () => untyped(clinic.broadcasts.create, { name: "x", template: "reminder", from: "1", recipients: [] }),
      message: "template: is not a known member: did you mean templateName?; templateName: is required"
    },
    {
      write: 'workspace("")',
      run: () => rollcall.workspace(""),
      message: "name: must not be empty"
    },
    {
      write: "using(client) of a store in memory",
      run: () => {
        const bound = untyped(rollcall.using, {})
        if (!Predicate.hasProperty(bound, "workspace") || !Predicate.isFunction(bound.workspace)) return bound
        return untyped(bound.workspace, "clinic")
      },
      code: "transaction",
      message: "A store in memory has no transactions of a host: use sqlite or postgres."
    },
    {
      write: "a call after close()",
      run: async () => {
        const closed = await createRollcall(needed)
        await closed.close()
        await closed.workspace("clinic")
      },
      code: "closed",
      message: "This Rollcall is closed."
    }
  ])
})
