import { type Language, languageOf } from '@atrium/core/language'
import type { FastifyRequest } from 'fastify'

/** The address and browser of a sign-in, by which its user recognizes it. */
export interface Origin {
  address: string | null
  userAgent: string | null
}

/** Who sends the request, and their language. */
export interface Visitor extends Origin {
  language: Language
}

const MAX_USER_AGENT_LENGTH = 500

export function visitorOf(request: FastifyRequest): Visitor {
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH) ?? null
  return { address: request.ip, userAgent, language: languageOf(request) }
}

/** Without version numbers: the same browser after its next update. */
export function browserOf({ userAgent }: Origin) {
  return (userAgent ?? '').replace(/\d[\d._]*/g, '')
}
