import { type Step, tooLong, unknown } from "./Step.ts"

const reports = { token_uuid: "$reports" }

/** A token of a program that reads, from its creation to its end. */
export const tokenSteps: ReadonlyArray<Step> = [
  {
    operation: "tokens.create",
    summary: "For a program that reads contacts until the end of the year",
    body: { name: "Reports", scopes: ["contacts:read"], expires_at: "2027-12-31T23:59:59Z" },
    status: 201,
    keep: ["reports", "uuid"],
    error: { summary: "An unknown scope", body: { name: "Reports", scopes: ["contacts:all"] }, status: 422 }
  },
  { operation: "tokens.list", summary: "All of them", status: 200, error: { ...tooLong, status: 422 } },
  {
    operation: "tokens.revoke",
    summary: "The program is gone",
    path: reports,
    status: 204,
    error: { summary: "No such token", path: { token_uuid: unknown }, status: 404 }
  }
]
