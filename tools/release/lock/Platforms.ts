/** A lockfile's members for an optional package with one platform's binary. */
export interface Platform {
  readonly os: string
  readonly cpu: string
  readonly libc?: string
}

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"]

/** Processors by the word in a package's name. For npm, `arm-eabi` and `arm-gnueabihf` are both `arm`. */
const processors: { readonly [word: string]: string } = {
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  x64: "x64"
}

/** Returns the platform at the end of a package's name (`binding-linux-x64-musl`); undefined if it names none. */
export const platformOf = (packageName: string): Platform | undefined => {
  const words = packageName.split(/[/-]/)
  const at = words.findLastIndex((word) => systems.includes(word))
  const [os, processor = "", abi = ""] = words.slice(at)
  const cpu = processors[processor]
  if (at < 0 || os === undefined || cpu === undefined) return undefined
  if (os !== "linux") return { os, cpu }
  return { os, cpu, libc: abi.startsWith("musl") ? "musl" : "glibc" }
}
