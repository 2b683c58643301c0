import { rollcall } from "../../../../rollcall.ts"

const handle = async (request: Request): Promise<Response> => (await rollcall()).fetch(request)

export { handle as DELETE, handle as GET, handle as PATCH, handle as POST, handle as PUT }
