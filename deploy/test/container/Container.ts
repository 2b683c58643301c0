import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import type { Image } from "./Image.ts"

/** Whether this system lacks what a container is made of: Linux, `unshare`, and the rights of root. */
export const lacksContainers =
  process.env["CI"] !== "true" && spawnSync("unshare", ["--mount", "--pid", "--fork", "true"]).status !== 0

/** The files of an image, and the folder that is mounted where it keeps its data. */
export interface Mounted {
  readonly image: Image
  readonly root: string
  readonly data: string
}

const [uid, gid] = ["65532", "65532"]

/**
 * The command line that runs a program as a runtime of containers does: as the first process of its own, on the files of the
 * image alone, none of which can be written, and as a user without any rights. Only the folder of the data can be written.
 * Its environment is that of the image and `environment`. With `inside` it runs in the container whose first process that is.
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
  // What the process inherits of the checks: by this mark one is found that stays behind.
  const { CI_RUN_MARK = "", PATH = "" } = process.env
  const variables = { PATH, CI_RUN_MARK, ...image.environment, ...environment }
  const cleared = ["env", "-i", ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
  const entered = [...cleared, ...restricted, "unshare", `--root=${root}`, `--wd=${image.folder}`, ...user, ...program]
  const isolated = ["unshare", "--mount", "--pid", "--fork", "--kill-child"] as const
  return inside === undefined
    ? [...isolated, "sh", "-c", `${mounts.join(" && ")} && exec "$@"`, "sh", ...entered]
    : ["nsenter", `--target=${inside}`, "--mount", "--pid", ...entered]
}

/** The processes that a process has started and that still run. */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  Array.from(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").matchAll(/\d+/g), ([child]) => Number(child))

/** The process that is the first one in the container, by that of the command that made it. */
export const firstProcess = (pid: number): number => childrenOf(pid)[0] ?? 0

/** Who runs a process, and the capabilities that it may have. */
export const rightsOf = (pid: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(
      readFileSync(`/proc/${pid}/status`, "utf8").matchAll(/^(\w+):[ \t]*(.*)$/gm),
      ([, name = "", value = ""]) => [name, value.replaceAll("\t", " ")]
    )
  )
