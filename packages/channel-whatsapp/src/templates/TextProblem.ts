/**
 * Returns why the platform would refuse a string as a variable (codes 132012 and 132018); undefined for a valid string.
 * Empty strings, line breaks, tabs, and more than four spaces in a row are refused.
 */
export const textProblem = (text: string): string | undefined => {
  if (text.trim() === "") return "must not be empty"
  if (/[\n\r\t\v\f\u2028\u2029]/.test(text)) return "must not contain line breaks or tabs"
  return / {5,}/.test(text) ? "must not contain more than four blanks in a row" : undefined
}
