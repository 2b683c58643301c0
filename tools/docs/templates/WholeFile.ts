/** A file that a program writes as a whole. */
export interface WholeFile {
  readonly file: string
  readonly text: string
}
