import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { problem } from '@atrium/http/pages/page-form'
import { sourceOf } from '../clients/redirect-uri.ts'
import { wordsFor } from '../consent/scope-words.contract.ts'
import { submitConsentPage } from './consent.contract.ts'

const texts = {
  en: {
    title: 'Allow access?',
    asks: 'wants to use your Atrium account',
    account: 'Your account',
    other: 'Use another account',
    canDo: 'It will be able to:',
    isNew: 'New',
    allow: 'Allow',
    deny: 'Don’t allow',
    next: 'You’ll continue to',
    withdraw: 'You can withdraw access at any time under “Connected applications” in your account.',
  },
  ru: {
    title: 'Разрешить доступ?',
    asks: 'запрашивает доступ к вашей учётной записи Atrium',
    account: 'Ваша учётная запись',
    other: 'Войти под другим именем',
    canDo: 'Приложение сможет:',
    isNew: 'Новое',
    allow: 'Разрешить',
    deny: 'Не разрешать',
    next: 'Дальше откроется',
    withdraw:
      'Отозвать доступ можно в любой момент в разделе «Подключённые приложения» вашей учётной записи.',
  },
}

interface ConsentForm {
  language: Language
  applicationName: string
  redirectUri: string
  formToken: string
  /** The parameters of the authorization request, which the form repeats. */
  hidden: Record<string, string>
  account: { id: number; name: string; email: string }
  otherAddress: string
  scopes: string[]
  /** Those that the user has allowed before. */
  allowed: string[]
  /** In the language of the page. */
  problem?: string | undefined
}

/** Who asks, for which account, and what for. Works without a script. */
export function consentPage(form: ConsentForm): Page {
  const { language, applicationName, redirectUri, formToken, hidden, account, scopes, allowed } = form
  const text = texts[language]
  const isExtended = allowed.length > 0
  return {
    language,
    title: text.title,
    formTargets: [sourceOf(redirectUri)],
    form: 'consent',
    body: html`<h1>${text.title}</h1>
<p class="lead"><strong>${applicationName}</strong> ${text.asks}</p>
${problem(form.problem)}
<section class="account" aria-label="${text.account}">
<p><strong>${account.name}</strong><br>${account.email}</p>
<a href="${form.otherAddress}">${text.other}</a>
</section>
<h2>${text.canDo}</h2>
<ul class="grants">
${scopes.map(
  scope =>
    html`<li>${wordsFor(language, scope)}${
      isExtended && !allowed.includes(scope) && html` <span class="badge">${text.isNew}</span>`
    }</li>`,
)}
</ul>
<form id="consent" method="post" action="${submitConsentPage.path}">
<input type="hidden" name="csrf_token" value="${formToken}">
<input type="hidden" name="account" value="${account.id}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit" name="decision" value="allow">${text.allow}</button>
<button type="submit" class="second" name="decision" value="deny">${text.deny}</button>
</form>
<p class="quiet">${text.next} <strong>${hostOf(redirectUri)}</strong>. ${text.withdraw}</p>`,
  }
}

/** Of a native application, its scheme. */
function hostOf(redirectUri: string) {
  const { host, protocol } = new URL(redirectUri)
  return host || protocol
}
