import { databaseMigrations, type Inspection } from "../serve/index.ts"
import { Effect, Option } from "effect"
import { existsSync } from "node:fs"
import { asRefusal, type CommandRefused, NotDone, refusal } from "../CommandRefused.ts"
import { print, type Printed } from "../screen/Output.ts"
import { type AddressFlags, type DatabaseAddress, readDatabase } from "../targets/Address.ts"

/** The flags of a command on a whole database. */
export type DatabaseFlags = Omit<AddressFlags, "workspace">

/** Prints the damage of a database, and the counts that don't match. Fails if there are any. */
export const checkDatabase = Effect.fn("Upkeep.check")(function* ({ json }: Printed, flags: DatabaseFlags) {
  const { inspect, nameOf } = yield* databaseOf(flags)
  const found = yield* asRefusal(inspect)
  yield* print(json, found, () => (isWhole(found) ? nothingFound : linesOf(found, nameOf)))
  if (!isWhole(found)) return yield* new NotDone({ message: "The database is damaged. Run rollcall check --repair" })
})

/** Repairs a database, and prints what was wrong. Fails if something could not be repaired. */
export const repairDatabase = Effect.fn("Upkeep.repair")(function* ({ json }: Printed, flags: DatabaseFlags) {
  const { nameOf, repair } = yield* databaseOf(flags)
  const { found, left } = yield* asRefusal(repair)
  yield* print(json, { found, left }, () => {
    if (isWhole(found)) return nothingFound
    const notMended = left.map(({ damage, why }) => `Not repaired: ${nameOf(damage)}: ${why}`)
    return [`Found:`, linesOf(found, nameOf), ...notMended].join("\n")
  })
  if (left.length > 0) return yield* new NotDone({ message: "Some damage could not be repaired" })
})

const nothingFound = "The database is complete, and all counts match the rows."

const isWhole = ({ counts, damages }: Inspection): boolean => counts.length === 0 && damages.length === 0

const linesOf = ({ counts, damages }: Inspection, nameOf: NameOf): string =>
  [
    ...damages.map(nameOf),
    ...counts.flatMap(({ first, keys, table }) => [
      `${table}: ${keys} wrong`,
      ...first.map(({ column, counted, kept, key }) => {
        const of = Object.entries(key).map(([name, value]) => `${name} ${value}`)
        return `  ${of.join(", ")}: ${column} is kept as ${kept} and counted as ${counted}`
      })
    ])
  ].join("\n")

type NameOf = (damage: Inspection["damages"][number]) => string

const databaseOf = Effect.fnUntraced(function* (flags: DatabaseFlags) {
  const address = yield* readExisting(flags, "a server cannot be checked")
  return yield* asRefusal(databaseMigrations(address.url, address.schema, address))
})

/** Reads the database of a command that needs stored data. Fails for `memory:` and for a missing SQLite file. */
export const readExisting = Effect.fnUntraced(function* (
  flags: DatabaseFlags,
  why: string
): Effect.fn.Return<DatabaseAddress, CommandRefused> {
  const address = yield* readDatabase({ ...flags, workspace: Option.none() }, why)
  const { origin, url } = address
  if (url._tag === "Memory") return yield* refusal(`${origin}: memory: keeps no data after its process ends`)
  if (url._tag === "Sqlite" && !existsSync(url.filename))
    return yield* refusal(`${origin}: ${url.filename}: no such file`)
  return address
})
