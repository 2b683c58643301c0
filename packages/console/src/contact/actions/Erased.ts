const counted = ["notes", "custom_fields", "contact_lists", "recipients", "import_rows", "messages"] as const

/** The counts of data removed with a contact, from the response header. */
export interface Erased {
  readonly counts: ReadonlyArray<{ readonly of: (typeof counted)[number]; readonly count: number }>
  /** Whether everything is removed. If not, the server continues. */
  readonly isComplete: boolean
}

/** Reads `notes=2, custom_fields=1, ..., complete=true`. Omits counts of zero. */
export const readErased = (header: string | null): Erased => {
  const said = new URLSearchParams(header?.replaceAll(/,\s*/g, "&"))
  return {
    counts: counted.flatMap((of) => {
      const count = Number(said.get(of) ?? 0)
      return count > 0 ? [{ of, count }] : []
    }),
    isComplete: said.get("complete") !== "false"
  }
}

/** Whether the typed name matches the expected name, ignoring case and white space. */
export const isSameName = (typed: string, name: string): boolean => {
  const plain = (written: string) => written.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase()
  return plain(typed) === plain(name)
}
