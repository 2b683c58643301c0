/** A style sheet is imported for its effect: the build puts all of them into one file. */
declare module "*.css"
