import { type Language, languageOf } from '@atrium/core/language'
import type { FastifyRequest } from 'fastify'

/** Where a sign-in comes from and with what, so that its user recognises it later. */
export interface Origin {
  address: string | null
  userAgent: string | null
}

/** Who is there now, and what they read. */
export interface Visitor extends Origin {
  language: Language
}

const LONGEST_USER_AGENT = 500

export function visitorOf(request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent']?.slice(0, LONGEST_USER_AGENT) ?? null
  return { address: request.ip, userAgent, language: languageOf(request) }
}

/** The same browser after its next update: without the numbers of versions. */
export function browserOf({ userAgent }: Origin) {
  return (userAgent ?? '').replace(/\d[\d._]*/g, '')
}
