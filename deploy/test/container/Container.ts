import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import type { Image } from "./Image.ts"

/** Whether this system lacks the requirements of containers: Linux, `unshare` and root rights. Always false in CI. */
export const lacksContainers =
  process.env["CI"] !== "true" && spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]).status !== 0

/** An image's files, and the folder mounted for its data. */
export interface Mounted {
  readonly image: Image
  readonly root: string
  readonly data: string
}

const [uid, gid] = ["65532", "65532"]

/**
 * Returns the command line that runs a program like a container runtime: as the first process in a PID namespace, on
 * only the image's read-only files, and as a user without rights. Only the data folder is writable. The environment
 * consists of the image's variables and `environment`. With `inside`, the program runs in the container with that first
 * process.
 */
export const commandIn = (
  { data, image, root }: Mounted,
  program: ReadonlyArray<string>,
  {
    environment = {},
    inside
  }: { readonly environment?: Readonly<Record<string, string>>; readonly inside?: number | undefined } = {}
): readonly [string, ...ReadonlyArray<string>] => {
  const mounts = [
    `mount --make-rprivate /`,
    `mount --bind "${root}" "${root}"`,
    `mount --bind "${data}" "${root}${image.folder}"`,
    `mount -t proc proc "${root}/proc"`,
    `mount --rbind /dev "${root}/dev"`,
    `mount -o remount,bind,ro "${root}"`
  ]
  const user = ["--setuid", uid, "--setgid", gid]
  const restricted = ["setpriv", "--clear-groups", "--no-new-privs", "--bounding-set=-all,+setuid,+setgid,+sys_chroot"]
  // The process inherits the mark of the CI run, by which leftover processes are found.
  const { CI_RUN_MARK = "", PATH = "" } = process.env
  const variables = { PATH, CI_RUN_MARK, ...image.environment, ...environment }
  const cleared = ["env", "-i", ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
  const entered = [...cleared, ...restricted, "unshare", `--root=${root}`, `--wd=${image.folder}`, ...user, ...program]
  const isolated = ["unshare", "--mount", "--pid", "--fork", "--kill-child"] as const
  return inside === undefined
    ? [...isolated, "sh", "-c", `${mounts.join(" && ")} && exec "$@"`, "sh", ...entered]
    : ["nsenter", `--target=${inside}`, "--mount", "--pid", ...entered]
}

/** Returns the running child processes of a process. */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  Array.from(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").matchAll(/\d+/g), ([child]) => Number(child))

/** Returns the first process in the container that this command created. */
export const firstProcess = (pid: number): number => childrenOf(pid)[0] ?? 0

/** Returns a process's user and capabilities. */
export const rightsOf = (pid: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(
      readFileSync(`/proc/${pid}/status`, "utf8").matchAll(/^(\w+):[ \t]*(.*)$/gm),
      ([, name = "", value = ""]) => [name, value.replaceAll("\t", " ")]
    )
  )
