/** The warnings about a row of a file, with their meanings. */
export const importWarnings = {
  no_email_address: "A value such as `keine` is not an e-mail address. It is stored unchanged and matches no contact.",
  too_few_digits: "A phone number has fewer than seven digits. It is stored unchanged and matches no contact.",
  no_phone_number: "A value such as a date is not a phone number. It is stored unchanged and matches no contact.",
  placeholder: "An id is a placeholder such as `-`, `n/a` or `keine`. It is stored unchanged and matches no contact.",
  spreadsheet_number: "A spreadsheet has rounded a number in an identifier or a custom field, as in `4,91512E+12`.",
  several_values: "A cell has several values for a field that takes one, or a remark. The first value is used.",
  too_many_digits: "A number has more than 15 digits and is left out.",
  assumed_date: "The month of a date is assumed to come first. See `--date-format`.",
  assumed_number: "`1,234` is read as 1234. See `--decimal`.",
  day_number: "`45292` in a column of dates is read as the number of a day in Excel, 2024-01-01.",
  other_calendar: "A year such as 2567 seems to be from another calendar. The row fails.",
  unknown_option: "The field has no option with this name. The row fails. See `--map-value`.",
  contact_archived: "The contact of the row is archived and stays archived. See `--archived`.",
  left_out: "With `--lenient`: a value that is not valid for its field is left out.",
  unknown_list: "No list has the name, or several do.",
  no_uuid: "The `uuid` of the row is not a UUID and is ignored.",
  invalid_national_number: "With `--country`: the value is not a phone number of the country."
} as const

/** The literal of a warning about a row. */
export type ImportWarning = keyof typeof importWarnings
