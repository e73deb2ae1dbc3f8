import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { problem } from '@atrium/http/pages/page-form'
import { fillIn } from '@atrium/texts/fill-in'
import { texts } from '#texts.ts'
import { isLoopback, sourceOf } from '../clients/redirect-uri.ts'
import { grantList } from '../pages/grant-list.ts'
import { submitConsentPage } from './consent.contract.ts'

interface ConsentForm {
  language: Language
  /** What the installation calls itself. */
  product: string
  applicationName: string
  /** What its document calls it, which nobody has checked. */
  claimedName: string | null
  /** Whether nobody vouches for it. */
  isForeign: boolean
  redirectUri: string
  formToken: string
  /** The parameters of the authorization request, which the form repeats. */
  hidden: Record<string, string>
  account: { id: number; name: string; email: string }
  otherAddress: string
  scopes: string[]
  /** The scopes that the user has allowed before. */
  allowed: string[]
  /** In the language of the page. */
  problem?: string | undefined
}

/** Who asks, for which account, and what for. Works without a script. */
export function consentPage(form: ConsentForm): Page {
  const { language, product, applicationName, claimedName, redirectUri, formToken, hidden, account } = form
  const text = texts(language, product).oauth.consent
  return {
    language,
    title: text.title,
    formTargets: [sourceOf(redirectUri)],
    form: 'consent',
    body: html`<h1>${text.title}</h1>
<p class="lead"><strong>${applicationName}</strong> ${text.asks}</p>
${claimedName && html`<p class="lead">${fillIn(text.claims, { name: claimedName }, language)}</p>`}
${problem(form.problem)}
<section class="account" aria-label="${text.account}">
<p><strong>${account.name}</strong><br>${account.email}</p>
<a href="${form.otherAddress}">${text.other}</a>
</section>
<h2>${text.canDo}</h2>
${grantList(language, form.scopes, form.allowed)}
${isLoopback(redirectUri) && form.isForeign && html`<p class="problem">${text.loopback}</p>`}
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

/** Returns the host of the address; for a native application, its scheme. */
function hostOf(redirectUri: string) {
  const { host, protocol } = new URL(redirectUri)
  return host || protocol
}
