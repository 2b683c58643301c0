import { HttpApiSchema } from "effect/http-api"

/** A 204 response with its description. */
export const NoContent = (description: string) => HttpApiSchema.NoContent.annotate({ description })
