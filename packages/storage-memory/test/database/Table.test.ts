import { assert, it } from "@effect/vitest"
import * as fc from "fast-check"
import { Table } from "../../src/database/Table.ts"

const partitions = ["a", "b"]
const keys = ["1", "2", "3", "4"]

const step = fc.record({
  what: fc.constantFrom("set", "insert", "replace", "remove", "begin", "commit", "rollback"),
  partition: fc.constantFrom(...partitions),
  key: fc.constantFrom(...keys),
  row: fc.nat()
})

/** The expected rows of a table: a full copy is made when an overlay begins. */
type Model = ReadonlyMap<string, number>

it("until its commit, an overlay reads like a changed copy, and the table below is unchanged", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: "max" }), (steps) => {
      const levels: Array<{ readonly table: Table<number>; model: Model }> = [{ table: new Table(), model: new Map() }]
      for (const { key, partition, row, what } of steps) {
        const at = `${partition} ${key}`
        const top = levels.at(-1)
        if (top === undefined) return
        const isThere = top.model.has(at)
        switch (what) {
          case "begin":
            levels.push({ table: new Table(top.table), model: top.model })
            break
          case "commit":
          case "rollback": {
            const below = levels.at(-2)
            if (below === undefined) break
            levels.pop()
            if (what === "rollback") break
            top.table.commit()
            below.model = top.model
            break
          }
          case "set":
            top.table.set(partition, key, row)
            top.model = new Map(top.model).set(at, row)
            break
          case "insert":
            assert.strictEqual(top.table.insert(partition, key, row), !isThere)
            if (!isThere) top.model = new Map(top.model).set(at, row)
            break
          case "replace":
            assert.strictEqual(top.table.replace(partition, key, row), isThere)
            if (isThere) top.model = new Map(top.model).set(at, row)
            break
          case "remove":
            assert.strictEqual(top.table.remove(partition, key), isThere)
            top.model = new Map(top.model.entries().filter(([other]) => other !== at))
        }
        for (const { model, table } of levels) {
          for (const partition of partitions) {
            const rows = keys.map((key) => model.get(`${partition} ${key}`))
            assert.deepStrictEqual(
              keys.map((key) => table.get(partition, key)),
              rows
            )
            assert.sameMembers(
              [...table.rows(partition)],
              rows.filter((row) => row !== undefined)
            )
          }
          assert.sameMembers([...table.all()], [...model.values()])
        }
      }
    })
  )
})

it("rows are in the order of insertion, and replaced rows keep their place, in an overlay and after its commit", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string(), { maxLength: 12 }),
      fc.nat({ max: 12 }),
      fc.boolean(),
      (keys, cut, ends) => {
        const table = new Table<string>()
        for (const key of keys.slice(0, cut)) table.set("", key, "before")
        const overlay = new Table(table)
        for (const key of keys.toReversed().slice(0, ends ? keys.length : 0)) overlay.replace("", key, key)
        for (const key of keys) overlay.set("", key, key)
        assert.deepStrictEqual(overlay.rows(""), keys)
        overlay.commit()
        assert.deepStrictEqual(table.rows(""), keys)
      }
    )
  )
})
