/** The status lines of errors as in the specification: the code and the reason phrase in capitals. */
export const statusLines = {
  400: "400 BAD REQUEST",
  401: "401 UNAUTHORIZED",
  403: "403 FORBIDDEN",
  404: "404 NOT FOUND",
  405: "405 METHOD NOT ALLOWED",
  408: "408 REQUEST TIMEOUT",
  409: "409 CONFLICT",
  410: "410 GONE",
  413: "413 PAYLOAD TOO LARGE",
  415: "415 UNSUPPORTED MEDIA TYPE",
  422: "422 UNPROCESSABLE ENTITY",
  429: "429 TOO MANY REQUESTS",
  431: "431 REQUEST HEADER FIELDS TOO LARGE",
  500: "500 INTERNAL SERVER ERROR",
  503: "503 SERVICE UNAVAILABLE"
} as const
export type ErrorStatus = keyof typeof statusLines
