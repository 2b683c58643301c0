import { statfsSync } from "node:fs"
import { tmpdir } from "node:os"

const memory = "/dev/shm"

/** The free bytes required in an in-memory file system. */
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
 * The folder for test databases: in an in-memory file system if it is large enough. A database waits at each commit
 * until the data is on disk, so a disk would limit the speed of the tests.
 */
export const quickParent = hasRoom() ? memory : tmpdir()
