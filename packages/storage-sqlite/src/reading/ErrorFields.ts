/** Returns the members of an error that are needed: an error loses them when it is copied to another thread. */
export const fieldsOf = (error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  ...(error instanceof Error && "code" in error && { code: error.code }),
  ...(error instanceof Error && "errcode" in error && { errcode: error.errcode })
})
