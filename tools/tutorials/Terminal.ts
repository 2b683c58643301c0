import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"

/** The result of a block: the output since the previous block, and the number of failed lines. */
export interface Ran {
  readonly printed: () => string
  readonly failed: number
}

/** A shell that runs blocks one after another, as in a terminal. Variables, the folder and jobs persist. */
export interface Terminal {
  /** Runs a block to its end, or starts it in the background. Fails after three minutes. */
  readonly run: (text: string, background: boolean) => Promise<Ran>
  /** Returns the shell's current folder. */
  readonly folder: () => string
  /** Ends the shell and all its processes. */
  readonly close: () => Promise<void>
}

const longest = 180_000

/** Returns whether any process of a group is running. */
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

/** Ends a shell and its jobs, which form one group. Kills processes that do not end within five seconds. */
const end = async (shell: ChildProcess): Promise<void> => {
  const group = shell.pid
  if (group === undefined) return
  signal(group, "SIGTERM")
  for (let waited = 0; isAlive(group) && waited < 5_000; waited += 50) await setTimeout(50)
  signal(group, "SIGKILL")
  if (shell.exitCode === null && shell.signalCode === null) await once(shell, "exit")
}

/** Opens a terminal in a folder. Blocks are stored as files in another folder. */
export const openTerminal = (folder: string, scratch: string, env: NodeJS.ProcessEnv): Terminal => {
  // A separate process group, so that jobs end with the shell.
  const shell = spawn("bash", ["--noprofile", "--norc"], { cwd: folder, env, detached: true, stdio: "pipe" })
  let [said, begun, here, blocks] = ["", 0, folder, 0]
  const hear = (data: string) => {
    said += data
  }
  shell.stdout.setEncoding("utf8").on("data", hear)
  shell.stderr.setEncoding("utf8").on("data", hear)
  // If the shell ends early, the block that ended it fails.
  shell.stdin.on("error", () => undefined)
  // Errors are printed in order with the other output, and counted.
  shell.stdin.write("exec 2>&1\nset -E\ntrap 'failed=$((failed + 1))' ERR\n")

  const run = async (text: string, background: boolean): Promise<Ran> => {
    const [file, mark] = [join(scratch, `block-${blocks++}.sh`), `--end of block ${blocks}--`]
    writeFileSync(file, text)
    const lines = background ? `( . ${file} ) </dev/null &` : `. ${file} </dev/null`
    const from = begun
    // The shell's own printf would write the first line separately, and a job's output could come in between.
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
