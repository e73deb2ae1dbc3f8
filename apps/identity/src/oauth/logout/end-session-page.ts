import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { problem } from '@atrium/http/pages/page-form'
import { texts } from '#texts.ts'
import { sourceOf } from '../clients/redirect-uri.ts'
import { openEndSession } from './end-session.contract.ts'

interface SignOutForm {
  language: Language
  /** What the installation calls itself. */
  product: string
  applicationName: string | undefined
  /** Where the form can lead. */
  target: string | undefined
  formToken: string
  hidden: Record<string, string>
  home: string
  /** In the language of the page. */
  problem?: string | undefined
}

/** For a request without proof that it comes from an application of this session. */
export function signOutPage(form: SignOutForm): Page {
  const { language, product, applicationName, target, formToken, hidden, home } = form
  const text = texts(language, product).oauth.endSession
  return {
    language,
    title: text.title,
    formTargets: target ? [sourceOf(target)] : [],
    form: 'sign-out',
    body: html`<h1>${text.title}</h1>
<p class="lead">${applicationName ? html`<strong>${applicationName}</strong> ${text.asks}` : text.lead}</p>
${problem(form.problem)}
<form id="sign-out" method="post" action="${openEndSession.path}">
<input type="hidden" name="csrf_token" value="${formToken}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${text.submit}</button>
</form>
<a class="button second" href="${home}">${text.stay}</a>`,
  }
}

export function signedOutPage(language: Language, home: string): Page {
  const text = texts(language).oauth.endSession
  return {
    language,
    title: text.done,
    body: html`<h1>${text.done}</h1><p class="lead">${text.doneLead}</p>
<a class="button second" href="${home}">${text.again}</a>`,
  }
}
