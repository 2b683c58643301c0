/** Style sheets are imported for their side effect. The build combines them into one file. */
declare module "*.css"
