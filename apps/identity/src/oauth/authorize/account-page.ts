import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { texts } from '#texts.ts'

interface AccountChoice {
  language: Language
  applicationName: string
  account: { name: string; email: string }
  continueAddress: string
  otherAddress: string
}

/** `prompt=select_account`: the account of this browser, or another one. */
export function accountPage({ language, applicationName, account, ...addresses }: AccountChoice): Page {
  const text = texts(language).oauth.account
  return {
    language,
    title: text.title,
    body: html`<h1>${text.title}</h1>
<p class="lead">${text.asks} <strong>${applicationName}</strong></p>
<section class="account" aria-label="${text.account}"><p><strong>${account.name}</strong><br>${account.email}</p></section>
<a class="button" href="${addresses.continueAddress}">${text.go}</a>
<a class="button second" href="${addresses.otherAddress}">${text.other}</a>`,
  }
}
