import { auth0 } from './auth0.ts'
import { csv } from './csv.ts'
import { keycloak } from './keycloak.ts'
import { ndjson } from './ndjson.ts'

/** Adding a format takes an entry here. */
export const importFormats = [keycloak, auth0, ndjson, csv]
