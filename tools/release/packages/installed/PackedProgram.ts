import { systemCaller, Workspaces, Contacts } from "@rollcall/core"
import { layer } from "@rollcall/storage-sqlite"
import { Console, Effect, Layer } from "effect"

// A program in another project that uses the installed packages: it adds a contact and counts the contacts.
const program = Effect.gen(function* () {
  const contacts = yield* Contacts
  const { uuid: workspace } = yield* (yield* Workspaces).ensure("packed")
  yield* contacts.create(systemCaller(workspace), { email: "ada@example.org" })
  const { total } = yield* contacts.search(systemCaller(workspace), { searchTerm: "ada" }, { limit: 10, offset: 0 })
  yield* Console.log(total === 1 ? "1 contact" : `${total} contacts`)
})

const services = Layer.mergeAll(Contacts.layer, Workspaces.layer).pipe(
  Layer.provide(layer({ filename: process.argv[2] ?? ":memory:" }))
)

await Effect.runPromise(Effect.provide(program, services))
