import { HttpApiSchema } from "effect/http-api"

/** Makes a 204 response with a description. */
export const NoContent = (description: string) => HttpApiSchema.NoContent.annotate({ description })
