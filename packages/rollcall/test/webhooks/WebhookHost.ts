import { Schema } from "effect"
import { Place } from "../using/Hosts.ts"
import { open } from "./Open.ts"

/* A process that the tests kill and freeze: it sends the webhooks of the database that it is started with. */

const [place = ""] = process.argv.slice(2)

await open(Schema.decodeSync(Schema.fromJsonString(Place))(place), { workers: true })

process.stdout.write("sending\n")
