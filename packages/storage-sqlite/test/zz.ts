import { Effect, DateTime } from "effect"
import * as C from "@rollcall/core"
import { layer } from "@rollcall/storage-sqlite"
import { rmSync, existsSync } from "node:fs"
const f = "/tmp/bench.db"
const fresh = !existsSync(f)
const ws = C.WorkspaceUuid.make("00000000-0000-4000-8000-000000000001")
const uuid = (n: number, p = "1") => `00000000-0000-4000-8${p.padStart(3, "0")}-${String(n).padStart(12, "0")}`
const N = Number(process.argv[2] ?? 100000)
const names = ["Ada", "Grace", "Édith", "Jürgen", "李", "Мария", "Sofía", "Olu", "Priya", "Sven"]
const program = Effect.gen(function* () {
  const contacts = yield* C.ContactStore
  const tx = yield* C.Transaction
  const now = DateTime.makeUnsafe(1.7e12)
  if (fresh) {
    const t = performance.now()
    for (let k = 0; k < N; k += 5000) yield* tx.run(Effect.forEach(Array.from({ length: 5000 }, (_, i) => k + i), (i) => contacts.insert(C.makeContact({ uuid: C.ContactUuid.make(uuid(i, "4")), workspace: ws, fields: { firstName: names[i % 10]! + " " + (i * 7919 % 10007), lastName: "von " + (i * 104729 % 1000003).toString(36), email: `user${i}@mail${i % 97}.example.com`, phoneNumber: "+49 151 " + (1000000 + i * 31 % 8999999), chatappId: "49151" + (1000000 + i * 31 % 8999999), externalContactId: "crm-" + i }, now: DateTime.makeUnsafe(1.7e12 + i * 1000) })), { discard: true }))
    console.log("insert", ((performance.now() - t) / N * 1000).toFixed(0) + "us each")
  }
  const plan = (filters: C.SearchRequest) => { const r = C.planSearch(filters); if (r._tag === "Failure") throw new Error(JSON.stringify(r.failure)); return r.success }
  const ops: Array<[string, C.SearchRequest]> = [
    ["list", {}],
    ["equals", { filters: [{ field: "email", operator: "equals", value: "user5000@mail53.example.com" }] }],
    ["contains sel", { filters: [{ field: "email", operator: "contains", value: "user5000@" }] }],
    ["contains 1%", { filters: [{ field: "email", operator: "contains", value: "mail53.exam" }] }],
    ["contains all", { filters: [{ field: "email", operator: "contains", value: "example.com" }] }],
    ["contains 2 chars", { filters: [{ field: "email", operator: "contains", value: "50" }] }],
    ["ends", { filters: [{ field: "email", operator: "ends_with", value: "0@mail53.example.com" }] }],
    ["starts", { filters: [{ field: "last_name", operator: "starts_with", value: "von ab1" }] }],
    ["range", { filters: [{ field: "last_name", operator: "range", value: ["von ab", "von ac"] }] }],
    ["not contains", { filters: [{ field: "email", operator: "not_contains", value: "mail53" }] }],
    ["term", { searchTerm: "crm-5000 jürgen" }],
    ["term1", { searchTerm: "user5000" }],
    ["phone term", { searchTerm: "1511155" }],
    ["date", { filters: [{ field: "created_at", operator: "equals", value: "2023-11-15" }] }],
    ["sort last_name", { sortBy: { field: "last_name" } }]
  ]
  for (const [n, r] of ops) {
    const p = plan(r); let best = Infinity, total = 0
    for (let i = 0; i < 5; i++) { const t = performance.now(); total = (yield* contacts.search(ws, p, { limit: 10, offset: 0 })).total; best = Math.min(best, performance.now() - t) }
    console.log(n.padEnd(18), best.toFixed(2) + "ms", total)
  }
})
Effect.runPromise(program.pipe(Effect.provide(layer({ filename: f })))).catch(console.error)
