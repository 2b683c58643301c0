/** Templates: what a message may be made of. */
export { Template, categoryOf, maxLocaleLength, maxParameterNameLength, maxTemplateNameLength } from "./Template.ts"
export type { CardPayload, ParametersPayload } from "./TemplateParameters.ts"
export { TemplateNotFound, Templates } from "./Templates.ts"
