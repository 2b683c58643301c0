import { read } from "../../tools/Repository.ts"
import { walk } from "../../tools/tutorials/Walk.ts"
import { freePort } from "./FreePort.ts"

/** The server's tutorial, which is run with each way to start the server. */
export const serverTutorial = "docs/tutorials/first-server.md"

/** The program that runs the tutorial, instead of the sources. */
export interface WalkedProgram {
  /** The command that starts the server, instead of `npm start`. */
  readonly start: string
  /** The command line, instead of `npm run -s rollcall --`. */
  readonly rollcall: string
}

/** Runs the server's tutorial in a folder on a free port, and returns its errors. */
export const walkServer = async (folder: string, program?: WalkedProgram): Promise<ReadonlyArray<string>> => {
  const page = read(serverTutorial).replaceAll("8181", await freePort())
  const ofProgram =
    program === undefined
      ? page
      : page.replaceAll("npm run -s rollcall --", program.rollcall).replaceAll("npm start --silent", program.start)
  const stumble = await walk(ofProgram, { clone: folder })
  return stumble === undefined ? [] : [`${serverTutorial}:${stumble.line}: ${stumble.problem}`]
}
