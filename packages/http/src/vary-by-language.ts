import type { FastifyReply } from 'fastify'

/** For whatever keeps answers on the way: this one depends on the language that was asked for. */
export function varyByLanguage(reply: FastifyReply) {
  const others = [reply.getHeader('vary') ?? []].flat()
  return reply.header('vary', [...others, 'Accept-Language'].join(', '))
}
