import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'

const texts = {
  en: {
    title: 'Choose an account',
    asks: 'to continue to',
    account: 'Your account',
    go: 'Continue with this account',
    other: 'Use another account',
  },
  ru: {
    title: 'Выберите учётную запись',
    asks: 'чтобы продолжить в',
    account: 'Ваша учётная запись',
    go: 'Продолжить',
    other: 'Войти под другим именем',
  },
}

interface AccountChoice {
  language: Language
  applicationName: string
  account: { name: string; email: string }
  continueAddress: string
  otherAddress: string
}

/** `prompt=select_account`: the account of this browser, or another one. */
export function accountPage({ language, applicationName, account, ...addresses }: AccountChoice): Page {
  const text = texts[language]
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
