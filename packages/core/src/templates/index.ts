/** Templates: what a message may be made of. */
export { Template, categoryOf, maxLocaleLength, maxParameterNameLength, maxTemplateNameLength } from "./Template.ts"
export { renderMessage } from "./RenderMessage.ts"
export type { CardPayload, ParametersPayload } from "./TemplateParameters.ts"
export { positions, TemplateText, type WordedPart } from "./TemplateText.ts"
export { TemplateNotFound, Templates } from "./Templates.ts"
