import { Client } from "pg"

/** Makes a role without special rights and a database of its own, and returns its URL. */
export const databaseFor = async (server: string, name: string): Promise<string> => {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`CREATE ROLE "${name}" LOGIN PASSWORD 'host'`)
  await client.query(`CREATE DATABASE "${name}" OWNER "${name}"`)
  await client.end()
  return Object.assign(new URL(server), { username: name, password: "host", pathname: `/${name}` }).href
}
