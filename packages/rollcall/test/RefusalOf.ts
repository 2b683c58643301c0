import { RollcallError } from "rollcall"
import { expect } from "vitest"

/** What a call is rejected with. */
export const refusalOf = async (call: Promise<unknown>): Promise<RollcallError> => {
  const error = await call.then(
    () => "no error",
    (error: unknown) => error
  )
  return error instanceof RollcallError ? error : expect.fail(String(error))
}
