import type { IForbiddenRuleType } from "dependency-cruiser"
import { driver, picture, type Row } from "./Picture.ts"

/** How dependency-cruiser calls a module of Node: `node:fs/promises` is `fs/promises`, `node:sqlite` stays. */
const builtin = "^(node:)?[a-z_/]+$"

const fence = ([name, { house, others, node = false }]: readonly [string, Row]): IForbiddenRuleType => ({
  name: `fence-${name}`,
  severity: "error",
  comment: `packages/${name} may import ${[...house, ...others, ...(node ? ["node:*"] : [])].join(", ")} alone`,
  from: { path: `^packages/${name}/src/` },
  to: {
    pathNot: [
      `^packages/(${[name, ...house].join("|")})/src/`,
      `(^|/)node_modules/(${others.join("|")})/`,
      ...(node ? [builtin] : [])
    ]
  }
})

/** The picture and the rules of the house, for dependency-cruiser. Each has a fixture in Fixtures.ts that breaks it. */
export const forbidden: Array<IForbiddenRuleType> = [
  ...Object.entries(picture).map(fence),
  {
    name: "only-the-rows",
    severity: "error",
    comment: "a package without a row in .ci/fences/Picture.ts has no fence: give it one",
    from: { path: "^packages/[^/]+/src/", pathNot: `^packages/(${Object.keys(picture).join("|")})/` },
    to: {}
  },
  {
    name: "driver-in-one-file",
    severity: "error",
    comment: "the patched SQLite driver is bundled into one file of the built package, so only that file imports it",
    from: { pathNot: "^packages/storage-sqlite/src/SqliteClient\\.ts$" },
    to: { path: `(^|/)node_modules/${driver}/` }
  },
  {
    name: "shared-stands-alone",
    severity: "error",
    comment: "core/shared is what every context builds on: it imports none of them",
    from: { path: "^packages/core/src/shared/" },
    to: { path: "^packages/core/src/", pathNot: "^packages/core/src/shared/" }
  },
  {
    name: "search-knows-the-contact",
    severity: "error",
    comment: "core/search knows the kernel, the contact and its custom fields, and no service, store or other context",
    from: { path: "^packages/core/src/search/" },
    to: {
      path: "^packages/core/src/",
      pathNot: [
        "^packages/core/src/(search|shared)/",
        "^packages/core/src/contacts/Contact\\.ts$",
        "^packages/core/src/custom-fields/(CustomField|CustomFieldValue|ValueIndex)\\.ts$"
      ]
    }
  },
  {
    name: "through-the-front-door",
    severity: "error",
    comment: "a package is used through its index, never by a file behind it",
    from: { path: "^(packages|examples)/([^/]+)/" },
    to: { path: "^packages/[^/]+/src/", pathNot: ["^$1/$2/", "^packages/[^/]+/src/index\\.ts$"] }
  },
  {
    name: "no-cycle",
    severity: "error",
    comment: "modules that import each other in a ring cannot be read one at a time",
    from: {},
    to: { circular: true }
  },
  {
    name: "no-unresolvable",
    severity: "error",
    comment: "what is imported must be there",
    from: {},
    to: { couldNotResolve: true }
  },
  {
    name: "no-undeclared",
    severity: "error",
    comment: "a package declares what it imports",
    from: {},
    to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] }
  },
  {
    name: "no-dev-dependency-in-src",
    severity: "error",
    comment: "what a published source imports is a dependency, not a devDependency; the driver is bundled",
    from: { path: "^packages/[^/]+/src/" },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["npm"], pathNot: `(^|/)node_modules/${driver}/` }
  },
  {
    name: "no-unstable",
    severity: "error",
    comment: "a module that Effect calls unstable may change in any release",
    from: {},
    to: { path: "(^|/)effect/((src|dist)/)?unstable(/|$)" }
  },
  {
    name: "no-test-in-src",
    severity: "error",
    comment: "sources do not import tests",
    from: { path: "^(packages|examples)/[^/]+/src/" },
    to: { path: "^(packages|examples)/[^/]+/test/" }
  },
  {
    name: "names-that-say-something",
    severity: "error",
    comment: "a module is named for what it holds: no utils, common, helpers, misc, Impl or Live",
    from: {},
    to: {
      path: "^(packages|examples)/.*(^|/)(utils?|common|helpers?|misc|[A-Za-z]*(Utils?|Helpers?|Impl|Live))(/|\\.ts$)",
      pathNot: "(^|/)node_modules/"
    }
  }
]
