import { Effect, Layer } from "effect"
import { Database } from "../src/database/Database.ts"
import { layer } from "../src/index.ts"

/** A store, and everything that it keeps by table once it is built: rows by partition and key, which hold values too. */
export const openTables = () => {
  const opened: { database?: Database["Service"] } = {}
  const take = Effect.map(Database, (database) => void (opened.database = database))
  const read = async (): Promise<ReadonlyArray<readonly [table: string, partitions: unknown]>> => {
    if (opened.database === undefined) throw new Error("the store is not open")
    const tables = await Effect.runPromise(opened.database.read((tables) => Object.entries(tables)))
    return tables.map(([name, table]) => [name, Reflect.get(table, "partitions")])
  }
  return {
    layer: Layer.merge(layer, Layer.provide(Layer.effectDiscard(take), Database.layer)),
    read,
    /** The partitions of a workspace, by table. */
    partitionsOf: async (workspace: string): Promise<ReadonlyArray<readonly [table: string, partition: unknown]>> =>
      (await read()).flatMap(([name, partitions]) =>
        partitions instanceof Map
          ? Array.from(partitions).flatMap(([partition, rows]: readonly [unknown, unknown]) =>
              String(partition).startsWith(workspace) ? [[name, rows] as const] : []
            )
          : []
      )
  }
}
