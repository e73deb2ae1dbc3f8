import type { FastifyRequest } from 'fastify'

/** Where a sign-in comes from and with what, so that its user recognises it later. */
export interface Visitor {
  address: string | null
  userAgent: string | null
}

const LONGEST_USER_AGENT = 500

export function visitorOf({ ip, headers }: FastifyRequest): Visitor {
  return { address: ip, userAgent: headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null }
}
