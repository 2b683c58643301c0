/** What a file seems to be, where it cannot be read as what it was said to be. */
export interface FileProposal {
  readonly delimiter?: string
  readonly encoding?: string
}

/** A file that cannot be read, or not further. The message names the place (file, line, column) and the problem. */
export class FileRefused extends Error {
  override readonly name = "FileRefused"
  readonly proposal: FileProposal

  constructor(message: string, proposal: FileProposal = {}) {
    super(message)
    this.proposal = proposal
  }
}
