/** What is doubtful about a row of a file, as a literal, and what it means. */
export const importWarnings = {
  no_email_address: "A text is no e-mail address, such as `keine`. It is kept, and the row meets no contact by it.",
  too_few_digits: "A phone number has fewer than seven digits. It is kept, and the row meets no contact by it.",
  no_phone_number: "A text is no phone number, such as a date. It is kept, and the row meets no contact by it.",
  placeholder: "An id is `-`, `n/a`, `keine` or the like. It is kept, and the row meets no contact by it.",
  spreadsheet_number: "A spreadsheet has rounded a number to `4,91512E+12`, in an identifier or a custom field.",
  several_values: "A cell has several values of a field that takes one, or a remark: the first value is taken.",
  too_many_digits: "A number has more than 15 digits, and is left out.",
  assumed_date: "The month of a date is taken to come first; see `--date-format`.",
  assumed_number: "`1,234` is taken for 1234; see `--decimal`.",
  left_out: "With `--lenient`: a value that its field does not take is left out.",
  unknown_list: "There is no list with the name, or there are several.",
  no_uuid: "The `uuid` of the row isn't a UUID; the row is read as if it had none.",
  invalid_national_number: "With `--country`: the text is no phone number of the country."
} as const

/** The literal of something doubtful about a row. */
export type ImportWarning = keyof typeof importWarnings
