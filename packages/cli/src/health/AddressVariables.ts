import { variables } from "../serve/index.ts"

/** The environment variables with the address of a server. */
export const addressVariables = {
  host: variables.host,
  port: variables.port,
  pathPrefix: variables.pathPrefix
}
