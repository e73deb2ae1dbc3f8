import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { texts } from '#texts.ts'
import { unsubscribe } from './unsubscribe.contract.ts'

export function askPage(language: Language, product: string, token: string): Page {
  const text = texts(language, product).notifications.unsubscribe
  const address = `${unsubscribe.path}?${new URLSearchParams({ token })}`
  return {
    language,
    title: text.ask,
    body: html`<h1>${text.ask}</h1><p class="lead">${text.askLead}</p>
<form method="post" action="${address}"><button type="submit">${text.button}</button></form>`,
  }
}

export function donePage(language: Language, product: string, application: string): Page {
  const text = texts(language, product).notifications.unsubscribe
  return {
    language,
    title: text.done,
    body: html`<h1>${text.done}</h1><p class="lead">${text.doneLead}</p>
<a class="button" href="${application}">${text.go}</a>`,
  }
}

export function invalidPage(language: Language, product: string): Page {
  const text = texts(language, product).notifications.unsubscribe
  return {
    language,
    title: text.invalid,
    body: html`<h1>${text.invalid}</h1><p class="lead">${text.invalidLead}</p>`,
  }
}
