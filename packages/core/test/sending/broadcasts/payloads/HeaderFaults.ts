import type { HeaderType } from "@rollcall/core/channel"

/** Values that no header of a type takes, and what is said of each. */
export const headerFaults = (type: HeaderType): ReadonlyArray<readonly [value: string, problem: string]> => {
  const blank = ["", " \n"].map((value) => [value, "must not be empty"] as const)
  return type === "text"
    ? blank
    : [
        ...blank,
        ["http://media.example.com/a.png", "must be an https URL"],
        ["a.png", "must be an https URL"],
        ["javascript:alert(1)", "must be an https URL"],
        ["https://ada:secret@media.example.com/a.png", "must not contain a user name or password"],
        ["https://192.168.0.7/a.png", "must not point to a private address"],
        ["https://[::1]/a.png", "must not point to a private address"],
        [`https://media.example.com/${"a".repeat(2_048)}`, "must have at most 2048 characters"]
      ]
}
