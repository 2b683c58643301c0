import { join } from "node:path"
import { Application, Comment, Converter, DeclarationReflection, ReflectionKind } from "typedoc"
import type { Context, SomeType } from "typedoc"
import { load } from "typedoc-plugin-markdown"
import ts from "typescript"
import { repository } from "../../../Repository.ts"
import { referenceRoutes } from "../pages/ReferenceRoutes.ts"

// Writes the docstrings of the promise library and of core as Markdown into `dist/reference`: one page per source in
// `referenceRoutes`, by route. TypeDoc needs the compiler of TypeScript 5, which is installed only here.
const app = await Application.bootstrapWithPlugins({
  plugin: [load],
  entryPoints: [...referenceRoutes.keys()].map((file) => join(repository, file)),
  tsconfig: join(import.meta.dirname, "../tsconfig.reference.json"),
  skipErrorChecking: true,
  excludeReferences: true,
  disableSources: true,
  preservedTypeAnnotationTags: ["@throws"],
  readme: "none",
  sort: ["source-order"],
  logLevel: "Error"
})
for (const [name, value] of Object.entries({
  outputs: [{ name: "markdown", path: join(import.meta.dirname, "../dist/reference") }],
  outputFileStrategy: "modules",
  hidePageHeader: true,
  hidePageTitle: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  propertyMembersFormat: "table",
  typeDeclarationFormat: "table",
  tableColumnSettings: { hideDefaults: true, hideInherited: true, hideModifiers: true, hideOverrides: true }
}))
  app.options.setValue(name, value)

const declarationOf = <N extends ts.Declaration>(
  context: Context,
  reflection: DeclarationReflection,
  is: (node: ts.Declaration) => node is N
) => context.getSymbolFromReflection(reflection)?.declarations?.find(is)

/** The service types, as their sources declare them. */
const shapes = new Map<DeclarationReflection, SomeType>()

app.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
  if (reflection.kind === ReflectionKind.TypeAlias) {
    const alias = declarationOf(context, reflection, ts.isTypeAliasDeclaration)
    if (alias === undefined || !/^typeof \w+\.Type$/.test(alias.type.getText())) return
    // A schema's type is written out with its members.
    reflection.comment ??= new Comment()
    reflection.comment.modifierTags.add("@useDeclaredType")
  }
  if (reflection.kind === ReflectionKind.Class) {
    const base = declarationOf(context, reflection, ts.isClassDeclaration)?.heritageClauses?.[0]?.types[0]?.expression
    const isService = base !== undefined && ts.isCallExpression(base) && ts.isCallExpression(base.expression)
    const shape = isService ? base.expression.typeArguments?.[1] : undefined
    if (shape !== undefined) shapes.set(reflection, context.converter.convertType(context.withScope(reflection), shape))
  }
})

/**
 * Reduces a service to its methods and an error to its constructor's members, without members inherited from Effect.
 */
const simplifyClass = (reflection: DeclarationReflection): void => {
  for (const member of [...(reflection.children ?? [])])
    if (member.flags.isExternal || member.flags.isStatic || member.kind !== ReflectionKind.Property)
      reflection.project.removeReflection(member)
  delete reflection.extendedTypes
  const shape = shapes.get(reflection)
  if (shape?.type === "reflection") reflection.project.mergeReflections(shape.declaration, reflection)
  else if (shape?.type === "reference") reflection.extendedTypes = [shape]
}

/** Shows a function member as a method. */
const showMethod = (reflection: DeclarationReflection): void => {
  if (reflection.type?.type !== "reflection") return
  const { children, signatures } = reflection.type.declaration
  if (signatures === undefined || children !== undefined) return
  reflection.kind = ReflectionKind.Method
  reflection.signatures = signatures
  delete reflection.type
  for (const signature of signatures) {
    signature.name = reflection.name
    signature.parent = reflection
    if (reflection.comment !== undefined) signature.comment ??= reflection.comment
  }
  delete reflection.comment
}

/** Merges a method's errors into one list, each with its code before its description. */
const listErrors = (comment: Comment): void => {
  const [first, ...others] = comment.getTags("@throws")
  if (first === undefined) return
  first.content = [first, ...others].flatMap(({ content, typeAnnotation = "" }) => [
    { kind: "text", text: "\n- " },
    { kind: "code", text: `\`${typeAnnotation.replaceAll(/[{}]/g, "")}\`` },
    { kind: "text", text: " " },
    ...content
  ])
  comment.blockTags = comment.blockTags.filter((tag) => !others.includes(tag))
}

/** Returns the route of a module, which TypeDoc names by its path. */
const routeOf = ({ name }: DeclarationReflection): string => {
  const page = referenceRoutes.get(`packages/${name}.ts`) ?? referenceRoutes.get(`packages/${name}/index.ts`)
  if (page === undefined) throw new Error(`no page has the docstrings of ${name}`)
  return page.route
}

const prepare = ({ project }: Context): void => {
  const all = Object.values(project.reflections)
  // A member and its signature can share a comment.
  for (const comment of new Set(all.flatMap((reflection) => reflection.comment ?? []))) listErrors(comment)
  for (const reflection of all) {
    if (!(reflection instanceof DeclarationReflection)) continue
    delete reflection.inheritedFrom
    delete reflection.overwrites
    if (reflection.kind === ReflectionKind.Class) simplifyClass(reflection)
    if (reflection.kind === ReflectionKind.Property) showMethod(reflection)
    // Programs import services, errors and types from core; its functions are for stores and channels.
    const isValue = reflection.kindOf([ReflectionKind.Function, ReflectionKind.Variable])
    if (isValue && reflection.parent?.name.startsWith("core/")) project.removeReflection(reflection)
  }
  for (const module of project.getChildrenByKind(ReflectionKind.Module))
    module.name = routeOf(module).slice("reference/".length)
}
// Runs before TypeDoc resolves references.
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, prepare, 1000)

/** Lists an area's methods before their input and result types. */
const orderGroups = ({ project }: Context): void => {
  const groups = project.getChildrenByKind(ReflectionKind.Module).flatMap((module) => module.groups ?? [])
  for (const group of groups) {
    const { others = [], methods = [] } = Object.groupBy(group.children, ({ name }) =>
      name.endsWith("Methods") ? "methods" : "others"
    )
    group.children = [...methods, ...others]
  }
}
// Runs after TypeDoc has created the groups.
app.converter.on(Converter.EVENT_RESOLVE_END, orderGroups, -1000)

const project = await app.convert()
if (project === undefined) throw new Error("the sources cannot be read")
await app.generateOutputs(project)
