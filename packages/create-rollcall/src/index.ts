/** What `npm create rollcall` does, for programs. */
export { choices, defaults, type ProjectChoices } from "./Choices.ts"
export { createProject, FolderNotEmpty, NotAFolder } from "./CreateProject.ts"
