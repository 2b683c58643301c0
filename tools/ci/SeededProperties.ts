import fc from "fast-check"

/** Properties are generated from `ROLLCALL_SEED`, where it is given, as the plans of the conformance suite are. */
const seed = Number(process.env["ROLLCALL_SEED"] ?? Number.NaN)
if (Number.isSafeInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
