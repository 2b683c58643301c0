import { createHash, timingSafeEqual } from "node:crypto"

const token = process.env["API_TOKEN"]
if (!token) throw new Error("API_TOKEN is not set: write it to the file .env")

const digest = (text: string) => createHash("sha256").update(text).digest()

/** Whether a request with this `Authorization` may do anything. Replace this with the login of your users. */
export const isAllowed = (authorization: string | null | undefined) =>
  timingSafeEqual(digest(authorization ?? ""), digest(`Bearer ${token}`))
