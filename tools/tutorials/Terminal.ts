import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"

/** What a block of lines left: all that was printed since the block before, and how many of its lines failed. */
export interface Ran {
  readonly printed: () => string
  readonly failed: number
}

/** A shell in which blocks run one after the other, as in a terminal: variables, folders and jobs stay. */
export interface Terminal {
  /** Runs a block to its end, or begins it in the background. Fails if it takes longer than three minutes. */
  readonly run: (text: string, background: boolean) => Promise<Ran>
  /** The folder that the shell is in. */
  readonly folder: () => string
  /** Ends the shell and all that it started. */
  readonly close: () => Promise<void>
}

const longest = 180_000

/** Whether any process of a group is there. */
const isAlive = (group: number): boolean => {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

const signal = (group: number, name: NodeJS.Signals): void => {
  if (isAlive(group)) process.kill(-group, name)
}

/** Ends a shell and its jobs, which are one group: at once those that do not end in five seconds. */
const end = async (shell: ChildProcess): Promise<void> => {
  const group = shell.pid
  if (group === undefined) return
  signal(group, "SIGTERM")
  for (let waited = 0; isAlive(group) && waited < 5_000; waited += 50) await setTimeout(50)
  signal(group, "SIGKILL")
  if (shell.exitCode === null && shell.signalCode === null) await once(shell, "exit")
}

/** Opens a terminal in a folder. Blocks are kept as files in another one. */
export const openTerminal = (folder: string, scratch: string, env: NodeJS.ProcessEnv): Terminal => {
  // A group of its own, so that jobs end with it.
  const shell = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env, detached: true, stdio: "pipe" })
  let [said, begun, here, blocks] = ["", 0, folder, 0]
  const hear = (data: string) => {
    said += data
  }
  shell.stdout.setEncoding("utf8").on("data", hear)
  shell.stderr.setEncoding("utf8").on("data", hear)
  // Its end in the middle of a page is an error of the block that ended it.
  shell.stdin.on("error", () => undefined)
  // Errors are printed where they happen between the other lines, and counted.
  shell.stdin.write("exec 2>&1\nset -E\ntrap 'failed=$((failed + 1))' ERR\n")

  const run = async (text: string, background: boolean): Promise<Ran> => {
    const [file, mark] = [join(scratch, `block-${blocks++}.sh`), `--end of block ${blocks}--`]
    writeFileSync(file, text)
    const lines = background ? `( . ${file} ) </dev/null &` : `. ${file} </dev/null`
    const from = begun
    // That of the shell would write the first line by itself, and what a job prints could come between the two.
    shell.stdin.write(`failed=0\n${lines}\n/usr/bin/printf '\\n%s %s %s\\n' '${mark}' "$failed" "$PWD"\n`)
    const ended = RegExp(`\\n${mark} (\\d+) (.*)\\n`)
    for (let waited = 0; !ended.test(said.slice(from)); waited += 10) {
      if (shell.exitCode !== null) throw new Error(`the shell ended:\n${said.slice(from)}`)
      if (waited > longest) throw new Error(`it runs for more than ${longest / 1000} s:\n${said.slice(from)}`)
      await setTimeout(10)
    }
    const [whole = "", failed = "0", path = here] = ended.exec(said.slice(from)) ?? []
    said = said.replace(whole, "")
    here = path
    return {
      failed: Number(failed),
      printed: () => {
        begun = said.length
        return said.slice(from)
      }
    }
  }
  return { run, folder: () => here, close: () => end(shell) }
}
