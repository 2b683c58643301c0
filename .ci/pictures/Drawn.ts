import { existsSync } from "node:fs"
import { join } from "node:path"
import { read, repository } from "../Repository.ts"
import { fileOf, markOf, type Picture } from "./Picture.ts"

/** Whether the file of a picture was drawn from what its source says today. */
export const isDrawn = (picture: Picture): boolean =>
  existsSync(join(repository, fileOf(picture))) && read(fileOf(picture)).includes(markOf(picture))
