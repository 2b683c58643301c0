import { variables } from "../serve/index.ts"

/** The environment variables that say where a server is. */
export const addressVariables = {
  host: variables.host,
  port: variables.port,
  pathPrefix: variables.pathPrefix
}
