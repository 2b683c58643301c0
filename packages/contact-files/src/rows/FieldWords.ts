import type { KnownField } from "./FileFields.ts"

/** What people call the fields of rows: as the columns of the file, or as the workspace calls its custom fields. */
export class FieldWords {
  private readonly words: Map<string, string>

  constructor(fields: ReadonlyArray<Pick<KnownField, "field_key" | "name">> = []) {
    this.words = new Map(fields.map(({ field_key, name }) => [`custom_fields.${field_key}`, name]))
  }

  /** Takes the name of the column that gives a field. */
  take(field: string, column: string): void {
    if (column.trim() !== "" && !column.startsWith("custom_fields.")) this.words.set(field, column)
  }

  /** A message about fields, such as `custom_fields.visits: must be a whole number`, in these words. */
  sentence(message: string): string {
    return message.replace(places, (all, before: string, names: string, after: string) => {
      const known = names.split(", ").map((name) => this.words.get(name))
      if (known.every((word) => word === undefined)) return all
      const words = known.map((word, at) => word ?? names.split(", ")[at]).join(", ")
      return `${before}${words}${isPredicate.test(after) ? after.replace(": ", " ") : after}`
    })
  }
}

/** The fields with which a sentence begins, and what it says about them. */
const places = /(^(?:line \d+: )?|; )((?:(?:custom_fields\.)?[a-z][a-z0-9_]*(?:, )?)+)((?::)? (?=\S)\S+)/g

const isPredicate = /^: (?:must|is|has|are|cannot)\b/
