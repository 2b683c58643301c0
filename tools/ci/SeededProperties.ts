import fc from "fast-check"

/** Properties are generated from `ROLLCALL_SEED` if it is set, like the plans of the conformance suite. */
const seed = Number(process.env["ROLLCALL_SEED"] ?? Number.NaN)
if (Number.isSafeInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
