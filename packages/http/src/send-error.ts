import type { Catalogue } from '@atrium/core/catalogue'
import { textOf } from '@atrium/core/catalogue'
import {
  codeOf,
  DomainError,
  type FieldErrors,
  fieldText,
  mapFields,
  ValidationFailed,
} from '@atrium/core/coded-errors'
import type { DomainError as Sentence } from '@atrium/core/errors'
import { html } from '@atrium/core/html'
import { type Language, languageOf } from '@atrium/core/language'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Page, sendPage, varyByLanguage } from './page.ts'
import type { Translate } from './translator.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the error that was sent. */
    errorCode: string | undefined
  }
}

export type SendError = ReturnType<typeof errorSender>

/** An error in the language of the request: a page for a browser, JSON for a program. */
export function errorSender(catalogue: Catalogue, inRussian: Translate) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    error: DomainError | Sentence,
    trace: object = {},
  ) => {
    const language = languageOf(request)
    const say = (sentence: string) => (language === 'ru' && inRussian(sentence)) || sentence
    const isCoded = error instanceof DomainError
    const code = isCoded ? error.code : error.message
    const message = say(textOf(catalogue, language, code, isCoded ? error.params : {}))
    const fields = fieldErrorsOf(error)
    const texts = fields && mapFields(fields, field => say(fieldText(catalogue, language, field)))
    reply.errorCode = code
    reply.code(error.statusCode).headers(error.headers)
    if (wantsPage(request)) {
      const problems = Object.entries(texts ?? {}).map(([field, texts]) => ({
        name: say(fieldName(catalogue, language, field)),
        texts,
      }))
      return sendPage(reply, errorPage({ language, message, fields: problems, requestId: request.id }))
    }
    const reason = code.includes(' ') ? {} : { reason: code }
    const details = {
      ...reason,
      ...(isCoded ? error.params : error.details),
      ...(fields && { errors: texts, codes: mapFields(fields, codeOf) }),
      ...trace,
    }
    const body = { code: error.statusCode, message, ...(Object.keys(details).length > 0 && { details }) }
    return varyByLanguage(reply)
      .serializer(JSON.stringify)
      .type('application/json; charset=utf-8')
      .send({ error: body })
  }
}

export function wantsPage(request: FastifyRequest) {
  return request.routeOptions.config.isPage && request.headers.accept?.includes('text/html')
}

function fieldErrorsOf(error: DomainError | Sentence) {
  if (error instanceof ValidationFailed) return error.fields
  return 'details' in error ? (error.details?.errors as FieldErrors | undefined) : undefined
}

/** A label for people; programs get the name of the field. */
function fieldName(catalogue: Catalogue, language: Language, field: string) {
  return catalogue[`field_${field}`] ? textOf(catalogue, language, `field_${field}`) : field
}

interface Problem {
  language: Language
  message: string
  fields: { name: string; texts: string[] }[]
  requestId: string
}

const words = {
  en: {
    field: (name: string, text: string) => `${name} ${text}`,
    number: 'Request ID',
    back: 'Go back and try again. If the problem persists, send this request ID to your administrator.',
  },
  ru: {
    field: (name: string, text: string) => `${name}: ${text}`,
    number: 'ID запроса',
    back: 'Вернитесь и попробуйте ещё раз. Если не поможет, сообщите администратору этот ID запроса.',
  },
}

/** An error as a page, for users who opened a page or submitted its form. */
function errorPage({ language, message, fields, requestId }: Problem): Page {
  const { field, number, back } = words[language]
  const problems = fields.map(
    ({ name, texts }) => html`<p class="problem" role="alert">${field(name, texts.join(', '))}</p>`,
  )
  return {
    language,
    title: message,
    body: html`<h1>${message}</h1>${problems}<p>${back}</p><p class="quiet">${number} ${requestId}</p>`,
  }
}
