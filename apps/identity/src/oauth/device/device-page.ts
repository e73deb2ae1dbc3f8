import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { field, problem } from '@atrium/http/pages/page-form'
import { fillIn } from '@atrium/texts/fill-in'
import { texts } from '#texts.ts'
import { grantList } from '../pages/grant-list.ts'
import { switchUser } from '../session/session.contract.ts'
import { openDevicePage } from './device.contract.ts'
import { readableUserCode } from './user-code.ts'

interface CodeForm {
  language: Language
  formToken: string
  /** What was typed before. */
  userCode: string
  /** In the language of the page. */
  problem?: string | undefined
}

export function codePage({ language, formToken, userCode, ...form }: CodeForm): Page {
  const text = texts(language).oauth.device
  return {
    language,
    title: text.title,
    form: 'device',
    body: html`<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
${problem(form.problem)}
<form id="device" method="post" action="${openDevicePage.path}">
<input type="hidden" name="csrf_token" value="${formToken}">
${field({ name: 'user_code', label: text.code, value: userCode, autocomplete: 'off', hint: text.hint, hasFocus: true, maxLength: 40 })}
<button type="submit">${text.go}</button>
</form>`,
  }
}

interface DecisionForm {
  language: Language
  /** What the installation calls itself. */
  product: string
  formToken: string
  applicationName: string
  userCode: string
  scopes: string[]
  /** Where the device sent its request from. */
  address: string | null
  account: { id: number; name: string; email: string }
  /** Where this page is opened again, after another user has signed in. */
  ownAddress: string
  problem?: string | undefined
}

/** Asks even if the code came with the address: somebody else may have sent the link (RFC 8628 §5.4). */
export function decisionPage(form: DecisionForm): Page {
  const { language, product, formToken, applicationName, userCode, scopes, address, account } = form
  const { device: text, consent } = texts(language, product).oauth
  return {
    language,
    title: text.title,
    form: 'device',
    body: html`<h1>${text.title}</h1>
<p class="lead"><strong>${applicationName}</strong> ${text.asks}</p>
${problem(form.problem)}
<section class="account" aria-label="${consent.account}">
<p><strong>${account.name}</strong><br>${account.email}</p>
<form method="post" action="${switchUser.path}">
<input type="hidden" name="return" value="${form.ownAddress}">
<button type="submit" class="link">${consent.other}</button>
</form>
</section>
<h2>${consent.canDo}</h2>
${grantList(language, scopes)}
<h2>${text.question}</h2>
<p class="device-code">${readableUserCode(userCode)}</p>
<p>${text.warning}</p>
<form id="device" method="post" action="${openDevicePage.path}">
<input type="hidden" name="csrf_token" value="${formToken}">
<input type="hidden" name="account" value="${account.id}">
<input type="hidden" name="user_code" value="${userCode}">
<button type="submit" name="decision" value="allow">${text.allow}</button>
<button type="submit" class="second" name="decision" value="deny">${text.deny}</button>
</form>
<p class="quiet">${address && html`${fillIn(text.from, { address }, language)}. `}${consent.withdraw}</p>`,
  }
}

export function decidedPage(language: Language, isAllowed: boolean): Page {
  const text = texts(language).oauth.device
  const [title, lead] = isAllowed ? [text.allowed, text.allowedLead] : [text.denied, text.deniedLead]
  return { language, title, body: html`<h1>${title}</h1><p class="lead">${lead}</p>` }
}
