import type { WrongCounts } from "../counts/CountRepair.ts"
import type { MigratedObject, ObjectKind } from "./MigratedObjects.ts"

/** A difference between a database and its migrations. */
export interface Damage {
  /** `content` is a fault that the database itself finds in its files. */
  readonly kind: ObjectKind | "content"
  readonly name: string
  readonly table: string | null
  readonly problem: "missing" | "invalid" | "disabled" | "damaged"
  /** Whether data integrity depends on the object. If not, the damage only slows down searches and listings. */
  readonly isEssential: boolean
}

/** The result of checking a database. */
export interface Inspection {
  readonly damages: ReadonlyArray<Damage>
  readonly counts: ReadonlyArray<WrongCounts>
}

/**
 * The result of a repair: the damage found, and the damage that could not be repaired, with reasons. All counts are correct
 * afterwards.
 */
export interface Repair {
  readonly found: Inspection
  readonly left: ReadonlyArray<{ readonly damage: Damage; readonly why: string }>
}

/** An object as read from the database's catalog. */
interface FoundObject {
  readonly kind: ObjectKind
  readonly name: string
  readonly table: string | null
  readonly state: "valid" | "invalid" | "disabled"
}

const keyOf = ({ kind, name, table }: Pick<FoundObject, "kind" | "name" | "table">) =>
  [kind, table ?? "", name].join("\n")

/** An object of the migrations that a database lacks or does not use. */
export interface DamagedObject {
  readonly expected: MigratedObject
  readonly problem: "missing" | "invalid" | "disabled"
}

/** Returns the objects that a database lacks or does not use. Ignores objects that no migration created. */
export const damagedObjects = (
  expected: ReadonlyArray<MigratedObject>,
  found: ReadonlyArray<FoundObject>
): ReadonlyArray<DamagedObject> => {
  const states = new Map(found.map((object) => [keyOf(object), object.state]))
  const isLost = (kind: ObjectKind, name: string | null) =>
    name !== null && !states.has(keyOf({ kind, name, table: null }))
  return expected.flatMap((object) => {
    // A missing table implies that all of its parts are missing.
    if (object.table !== null && isLost("table", object.table)) return []
    const state = states.get(keyOf(object)) ?? "missing"
    return state === "valid" ? [] : [{ expected: object, problem: state }]
  })
}

/** Describes a damaged object for the report of a check. */
export const damageOf = ({ expected, problem }: DamagedObject): Damage => ({
  kind: expected.kind,
  name: expected.name,
  table: expected.table,
  problem,
  isEssential: expected.isEssential
})

/** Returns a short description of a damage. */
export const nameOfDamage = ({ kind, name, problem, table }: Damage): string =>
  kind === "content" ? name : `${kind} ${name}${table === null ? "" : ` of ${table}`} (${problem})`

/** Describes damages in one line, with at most five names. */
export const namesOfDamages = (damages: ReadonlyArray<Damage>): string => {
  const names = damages.slice(0, 5).map(nameOfDamage)
  return damages.length > names.length
    ? `${names.join(", ")} and ${damages.length - names.length} more`
    : names.join(", ")
}
