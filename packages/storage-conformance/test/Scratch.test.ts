import { layer } from "@rollcall/storage-memory"
import { searchSuite } from "../src/search/SearchSuite.ts"
import { pagingSuite } from "../src/search/PagingSuite.ts"
import { contactStoreSuite } from "../src/contacts/ContactStoreSuite.ts"
contactStoreSuite("memory", layer)
searchSuite("memory", layer)
pagingSuite("memory", layer)
