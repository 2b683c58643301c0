/** A file of the page, which never changes under its path. */
export interface ConsoleFile {
  /** Its path below that of the page, such as `assets/console-1a2b3c4d.js`. */
  readonly path: string
  readonly mediaType: string
  /** Its content, compressed with Brotli, in Base64. */
  readonly brotli: string
}

/** The files that the page loads. */
export declare const files: ReadonlyArray<ConsoleFile>

/**
 * The page, whose links are relative to a path. It is the same for every view, but for what it says of the files that one is
 * going to load, such as `contacts`, so that they are on their way at once.
 */
export declare const page: (base: string, view?: string) => string

/** What is compressed with Brotli, for clients that do not take it: compressed with gzip, or as it is. */
export declare const repacked: (brotli: Uint8Array, encoding: "gzip" | undefined) => Promise<Uint8Array<ArrayBuffer>>
