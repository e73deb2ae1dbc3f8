import { createClient } from '@atrium/client/client'
import { languageHeader } from '@atrium/ui/language'
import { createQueries } from '@atrium/ui/queries'
import { renewSession } from './data/session.ts'

/** Calls the identity service. */
export const api = createClient({ headers: languageHeader, renewSession })

export const { replyQuery, itemQuery, itemsQuery, listQuery } = createQueries(api)
