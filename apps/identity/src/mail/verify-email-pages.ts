import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { field } from '@atrium/http/pages/page-form'
import { texts } from '#texts.ts'
import { submitConfirmationPage } from './verify-email.contract.ts'

const FORM = 'confirm'
const form = html`id="${FORM}" method="post" action="${submitConfirmationPage.path}"`

/** Opening the link changes nothing, since mail scanners open links too: the user has to press the button. */
export function confirmPage(language: Language, token: string): Page {
  const text = texts(language).mail.verification
  return {
    language,
    title: text.confirm,
    form: FORM,
    body: html`<h1>${text.confirm}</h1><p class="lead">${text.confirmLead}</p>
<form ${form}><input type="hidden" name="token" value="${token}">
<button type="submit">${text.confirmButton}</button></form>`,
  }
}

/** Offers a new link. One that was ours says whom to write to; otherwise, or without a link, we have to ask. */
export function newLinkPage(
  language: Language,
  { token, isKnown, username }: { token: string; isKnown: boolean; username?: string | undefined },
): Page {
  const text = texts(language).mail.verification
  const state = token ? 'expired' : 'asked'
  return {
    language,
    title: text[state],
    form: FORM,
    body: html`<h1>${text[state]}</h1><p class="lead">${text[`${state}Lead`]}</p>
<form ${form}><input type="hidden" name="token" value="${token}"><input type="hidden" name="shown" value="expired">
${
  !isKnown &&
  field({
    name: 'username',
    label: text.email,
    value: username,
    type: 'email',
    autocomplete: 'email',
    maxLength: 254,
    hasFocus: true,
  })
}
<button type="submit">${text.send}</button></form>`,
  }
}

/** The form keeps what the page shows, for its switches. */
export function resentPage(language: Language): Page {
  return donePage(language, 'sent', 'resent')
}

export function confirmedPage(language: Language, product: string, application: string): Page {
  return donePage(language, 'confirmed', 'confirmed', { product, address: application })
}

interface Next {
  /** What the installation calls itself. */
  product: string
  address: string
}

function donePage(language: Language, state: 'sent' | 'confirmed', shown: string, next?: Next): Page {
  const text = texts(language, next?.product).mail.verification
  const title = text[state]
  return {
    language,
    title,
    form: FORM,
    body: html`<h1>${title}</h1><p class="lead">${text[`${state}Lead`]}</p>
${next && html`<a class="button" href="${next.address}">${text.go}</a>`}
<form ${form}><input type="hidden" name="shown" value="${shown}"></form>`,
  }
}

export function confirmedMessage(language: Language) {
  return texts(language).mail.verification.confirmed
}
