/** What the lockfile says of an optional package that holds the binary for one platform. */
export interface Platform {
  readonly os: string
  readonly cpu: string
  readonly libc?: string
}

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"]

/** Processors by the word in a package's name: `arm-eabi` and `arm-gnueabihf` are both `arm` to npm. */
const processors: { readonly [word: string]: string } = {
  arm: "arm",
  arm64: "arm64",
  ia32: "ia32",
  ppc64: "ppc64",
  riscv64: "riscv64",
  s390x: "s390x",
  x64: "x64"
}

/** The platform that a package's name ends with (`binding-linux-x64-musl`), or nothing when it names none. */
export const platformOf = (packageName: string): Platform | undefined => {
  const words = packageName.split(/[/-]/)
  const at = words.findLastIndex((word) => systems.includes(word))
  const [os, processor = "", abi = ""] = words.slice(at)
  const cpu = processors[processor]
  if (at < 0 || os === undefined || cpu === undefined) return undefined
  if (os !== "linux") return { os, cpu }
  return { os, cpu, libc: abi.startsWith("musl") ? "musl" : "glibc" }
}
