import { forbidden } from "./tools/fences/DependencyRules.ts"

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden,
  options: {
    parser: "swc",
    moduleSystems: ["es6"],
    combinedDependencies: true,
    doNotFollow: { path: "(^|/)node_modules/" },
    exclude: {
      path: [
        "^(packages|examples)/[^/]+/dist/",
        "^packages/(api|console)/e2e/",
        "^tools/docs/site/(src|dist)/",
        "^tools/docs/test/site/",
        "^packages/create-rollcall/templates/"
      ]
    },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["rollcall-source", "types", "import", "node", "default"],
      extensions: [".ts", ".js", ".mjs", ".d.ts"]
    }
  }
}
