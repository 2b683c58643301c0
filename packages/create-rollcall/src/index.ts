/** The functions of `npm create rollcall`, for programs. */
export { choices, defaults, type ProjectChoices } from "./Choices.ts"
export { createProject, FolderNotEmpty, NotAFolder } from "./CreateProject.ts"
