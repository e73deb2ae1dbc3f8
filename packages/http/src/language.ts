import type { FastifyReply, FastifyRequest } from 'fastify'

export type Language = 'en' | 'ru'

/** Of the languages that we speak, the one that the request likes best. */
export function languageOf({ headers }: FastifyRequest): Language {
  const wanted = (headers['accept-language'] ?? '').toLowerCase().split(',').map(wish)
  const spoken = wanted.filter(({ language, weight }) => weight > 0 && /^(en|ru)$/.test(language))
  const [best] = spoken.sort((one, other) => other.weight - one.weight)
  return (best?.language ?? 'en') as Language
}

/** `ru-RU;q=0.9` → ru, 0.9 */
function wish(text: string) {
  const [tag = '', ...parameters] = text.split(';').map(part => part.trim())
  const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
  return { language: tag.split('-')[0] ?? '', weight: Number(weight ?? 1) }
}

/** For whatever keeps answers on the way: this one depends on the language that was asked for. */
export function varyByLanguage(reply: FastifyReply) {
  const others = [reply.getHeader('vary') ?? []].flat()
  return reply.header('vary', [...others, 'Accept-Language'].join(', '))
}
