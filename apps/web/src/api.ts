import { createClient } from '@atrium/client/client'
import { languageHeader } from '@atrium/ui/language'
import { createQueries } from '@atrium/ui/queries'

declare global {
  /** By address, from `first-load.js`. */
  var earlyAnswers: Map<string, Promise<Response>> | undefined
}

/** Calls the task service. */
export const api = createClient({
  headers: languageHeader,
  fetch: fetchUnlessEarly,
})

export const { replyQuery, itemQuery, itemsQuery, listQuery } = createQueries(api)

/** The data of the first screen is requested before this code has arrived. */
function fetchUnlessEarly(address: string, init: RequestInit) {
  const early = globalThis.earlyAnswers?.get(address)
  globalThis.earlyAnswers?.delete(address)
  return early ?? fetch(address, init)
}

/** Once the first screen has its data: what is left would be out of date later. */
export function dropEarlyAnswers() {
  globalThis.earlyAnswers = undefined
}
