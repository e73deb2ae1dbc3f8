import type { DomainError } from '@atrium/core/errors'
import { languageOf } from '@atrium/core/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorPage } from './error-page.ts'
import { sendPage } from './page.ts'
import type { Translate } from './translator.ts'
import { varyByLanguage } from './vary-by-language.ts'

export type SendError = ReturnType<typeof errorSender>

/** A refusal in the language of whoever asked: a page for a person, the common shape for a program. */
export function errorSender(inRussian: Translate) {
  return (request: FastifyRequest, reply: FastifyReply, error: DomainError, trace: object = {}) => {
    const language = languageOf(request)
    const say = (sentence: string) => (language === 'ru' && inRussian(sentence)) || sentence
    const message = say(error.message)
    const errors = fieldMessages(error, say)
    reply.code(error.statusCode).headers(error.headers)
    if (isForPerson(request)) {
      const fields = Object.entries(errors ?? {}).map(([field, texts]) => ({ name: say(field), texts }))
      return sendPage(reply, errorPage({ language, message, fields, requestId: request.id }))
    }
    const details = { ...error.details, ...(errors && { errors }), ...trace }
    const body = { code: error.statusCode, message, ...(Object.keys(details).length > 0 && { details }) }
    return varyByLanguage(reply)
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .send({ error: body })
  }
}

export function isForPerson(request: FastifyRequest) {
  return request.routeOptions.config.isPage && request.headers.accept?.includes('text/html')
}

function fieldMessages({ details }: DomainError, say: (sentence: string) => string) {
  const errors = details?.errors as Record<string, string[]> | undefined
  if (!errors) return undefined
  // fromEntries takes a field called __proto__ for what it is.
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.map(say)]))
}
