/** Notes about contacts. */
export { NewNote, Note, type NoteTexts, maxTextLength, maxTitleLength } from "./Note.ts"
export { NoteNotFound, Notes } from "./Notes.ts"
