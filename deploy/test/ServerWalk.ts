import { read } from "../../tools/Repository.ts"
import { walk } from "../../tools/tutorials/Walk.ts"
import { freePort } from "./FreePort.ts"

/** The tutorial of the server, which is walked with each way to start it. */
export const serverTutorial = "docs/tutorials/first-server.md"

/** The program that the tutorial is walked with, instead of the sources. */
export interface WalkedProgram {
  /** Starts the server, instead of `npm start`. */
  readonly start: string
  /** The command line, instead of `npm run -s rollcall --`. */
  readonly rollcall: string
}

/** Walks the tutorial of the server in a folder on a free port, and returns where it stumbles. */
export const walkServer = async (folder: string, program?: WalkedProgram): Promise<ReadonlyArray<string>> => {
  const page = read(serverTutorial).replaceAll("8181", await freePort())
  const ofProgram =
    program === undefined
      ? page
      : page.replaceAll("npm run -s rollcall --", program.rollcall).replaceAll("npm start --silent", program.start)
  const stumble = await walk(ofProgram, { clone: folder })
  return stumble === undefined ? [] : [`${serverTutorial}:${stumble.line}: ${stumble.problem}`]
}
