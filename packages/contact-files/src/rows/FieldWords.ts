import type { KnownField } from "./FileFields.ts"

/** The display names of fields in messages: the columns of the file, or the names of custom fields. */
export class FieldWords {
  private readonly words: Map<string, string>

  constructor(fields: ReadonlyArray<Pick<KnownField, "field_key" | "name">> = []) {
    this.words = new Map(fields.map(({ field_key, name }) => [`custom_fields.${field_key}`, name]))
  }

  /** Sets the column that provides a field. */
  take(field: string, column: string): void {
    if (column.trim() !== "" && !column.startsWith("custom_fields.")) this.words.set(field, column)
  }

  /** Replaces field names in a message such as `custom_fields.visits: must be a whole number`. */
  sentence(message: string): string {
    return message.replace(places, (all, before: string, names: string, after: string) => {
      const known = names.split(", ").map((name) => this.words.get(name))
      if (known.every((word) => word === undefined)) return all
      const words = known.map((word, at) => word ?? names.split(", ")[at]).join(", ")
      return `${before}${words}${isPredicate.test(after) ? after.replace(": ", " ") : after}`
    })
  }
}

/** Matches the field names at the start of a sentence, and the word after them. */
const places = /(^(?:line \d+: )?|; )((?:(?:custom_fields\.)?[a-z][a-z0-9_]*(?:, )?)+)((?::)? (?=\S)\S+)/g

const isPredicate = /^: (?:must|is|has|are|cannot)\b/
