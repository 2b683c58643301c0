import { statfsSync } from "node:fs"
import { tmpdir } from "node:os"

const memory = "/dev/shm"

/** How many bytes a file system in memory has to have free. */
const needed = 4e9

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= needed
  } catch {
    return false
  }
}

/**
 * The folder for the databases of tests: in a file system in memory, if there is a large one. A database waits at each commit
 * until it is on the disk, so that the disk would bound the speed of the tests.
 */
export const quickParent = hasRoom() ? memory : tmpdir()
