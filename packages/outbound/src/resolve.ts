import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'

/** All addresses of a host; a literal address is its own. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

/** Asks as the rest of the machine does: with its hosts file and its search domains, which internal names need. */
export const resolveHost: Resolve = host => lookup(host, { all: true })
