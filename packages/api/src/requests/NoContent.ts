import { HttpApiSchema } from "effect/http-api"

/** The answer 204, with what the document says of it. */
export const NoContent = (description: string) => HttpApiSchema.NoContent.annotate({ description })
