import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from './page.ts'

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
export function errorPage({ language, message, fields, requestId }: Problem): Page {
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
