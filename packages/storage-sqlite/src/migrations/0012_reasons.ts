import { reasonColumn } from "@rollcall/storage-sql"
import { statements } from "./Statements.ts"

/** Why a recipient was excluded or not reached, as a literal (B21). */
export const reasons = statements(...reasonColumn("substr(error, 1, instr(error || '; ', '; ') - 1)"))
