import { createClient } from '@atrium/client/client'
import { languageHeader } from '@atrium/ui/language'

/** Calls the task service. */
export const api = createClient({ headers: languageHeader })
