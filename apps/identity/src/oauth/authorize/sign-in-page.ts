import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { field, problem, showTexts } from '@atrium/http/pages/page-form'
import { fillIn } from '@atrium/texts/fill-in'
import { getShowPasswordScript } from '#sign-in/credentials/credentials.contract.ts'
import { texts } from '#texts.ts'
import { sourceOf } from '../clients/redirect-uri.ts'
import { getSignInScript } from './authorize.contract.ts'

interface SignInForm {
  language: Language
  applicationName: string
  /** Whether the application has the name of the product. */
  isOfProduct: boolean
  redirectUri: string
  formToken: string
  /** The parameters of the authorization request, which the form repeats. */
  hidden: Record<string, string>
  username?: string
  /** Set once the password was accepted: the form then asks for the code. */
  twoFactorToken?: string
  /** The form asks for the code that was emailed, or for the address to email it to. */
  emailCode?: { id: string } | 'address' | undefined
  /** Whether the page offers codes by email. */
  hasEmailCodes: boolean
  /** Whether people of a directory sign in with their login names. */
  hasDirectory: boolean
  /** In the language of the page. */
  problem?: string
  /** The user is signed in, but the application asks for the password again; the page explains it. */
  isSignedIn?: boolean
  canRegister: boolean
  /** Other places to sign in, in order. */
  providers: { name: string; icon: string | null; address: string }[]
  upstream?: string | undefined
  link?: LinkedUpstream | undefined
}

/** An account at a provider whose address belongs to an account here. */
export interface LinkedUpstream {
  provider: string
  /** Whether the account here has a password to confirm it with. */
  isLinkable: boolean
}

/** Works without a script; a problem is announced and the username stays. */
export function signInPage(form: SignInForm): Page {
  const { language, redirectUri, formToken, hidden } = form
  const text = texts(language).oauth.signIn
  const content = contentOf(text, form)
  return {
    language,
    title: content.title,
    formTargets: [sourceOf(redirectUri)],
    form: 'sign-in',
    ...(content.hasScripts && { scripts: [getSignInScript.path, getShowPasswordScript.path] }),
    body: html`<h1>${content.heading ?? content.title}</h1>
${content.lead && html`<p class="lead">${content.lead}</p>`}
${form.isSignedIn && html`<p class="quiet">${text.confirm}</p>`}
${problem(form.problem)}
<form id="sign-in" method="post" action="/auth/authorize">
<input type="hidden" name="csrf_token" value="${formToken}">
${form.upstream && html`<input type="hidden" name="upstream" value="${form.upstream}">`}
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${content.fields}
</form>
${providerLinks(text, form)}
<p class="links">${content.links}</p>`,
  }
}

function contentOf(text: Texts, form: SignInForm) {
  const { twoFactorToken, emailCode } = form
  const plain = { heading: undefined, hasScripts: false }
  if (twoFactorToken !== undefined) return { ...code(text, form, twoFactorToken), ...plain }
  if (emailCode !== undefined) return { ...emailCodeStep(text, form, emailCode), ...plain }
  return { ...credentials(text, form), hasScripts: true }
}

function providerLinks(text: Texts, { language, providers }: SignInForm) {
  if (providers.length === 0) return ''
  return html`<p class="or"><span>${text.or}</span></p>
${providers.map(
  ({ name, icon, address }) =>
    html`<a class="button second" href="${address}">${icon && html`<span aria-hidden="true">${icon}</span> `}${fillIn(text.continueWith, { name }, language)}</a>`,
)}`
}

type Texts = ReturnType<typeof texts>['oauth']['signIn']

function credentials(text: Texts, form: SignInForm) {
  const { language, applicationName, isOfProduct, hidden, username = '', link } = form
  const { canRegister, hasEmailCodes } = form
  const register = `/register?${new URLSearchParams(hidden)}`
  const reset = new URLSearchParams({ ...hidden, ...(username && { login_hint: username }) })
  return {
    title: link ? text.linkTitle : text.title,
    heading:
      isOfProduct && !link ? fillIn(text.titleOfProduct, { name: applicationName }, language) : undefined,
    lead: link
      ? html`${fillIn(link.isLinkable ? text.linkLead : text.linkElsewhere, { name: link.provider }, language)}`
      : !isOfProduct && html`${text.asks} <strong>${applicationName}</strong>`,
    fields: html`${field({
      name: 'username',
      label: form.hasDirectory && !link ? text.usernameOfDirectory : text.username,
      value: username,
      autocomplete: 'username webauthn',
      hasFocus: username === '',
    })}
${field({
  name: 'password',
  label: text.password,
  type: 'password',
  autocomplete: 'current-password',
  hasFocus: username !== '',
  showTexts: showTexts(language),
})}
<button type="submit">${text.submit}</button>
${passkeyFields(text)}
${hasEmailCodes && !link && askButton(text.emailCode.offer, 'second')}`,
    links: html`<a id="forgotten" href="/password-reset?${String(reset)}">${text.forgotten}</a>${
      canRegister && !link && html`<a href="${register}">${text.register}</a>`
    }`,
  }
}

function code(text: Texts, { hidden, username = '' }: SignInForm, twoFactorToken: string) {
  return {
    title: text.codeTitle,
    lead: html`${text.codeLead}`,
    fields: html`<input type="hidden" name="two_factor_token" value="${twoFactorToken}">
<input type="hidden" name="username" value="${username}">
${field({ name: 'two_factor_code', label: text.code, autocomplete: 'one-time-code', hasFocus: true })}
<button type="submit">${text.submit}</button>`,
    links: html`<a href="/auth/authorize?${String(new URLSearchParams({ ...hidden, local: '1' }))}">${text.other}</a>`,
  }
}

/** First the address, unless it was typed already, then the code. Without an account the page is the same. */
function emailCodeStep(
  text: Texts,
  { hidden, username = '' }: SignInForm,
  step: NonNullable<SignInForm['emailCode']>,
) {
  const { title, lead, askLead, send, again } = text.emailCode
  const links = html`<a href="/auth/authorize?${String(new URLSearchParams({ ...hidden, local: '1' }))}">${text.other}</a>`
  if (step === 'address')
    return {
      title,
      lead: html`${askLead}`,
      fields: html`${field({ name: 'username', label: text.username, value: username, autocomplete: 'username', hasFocus: true })}
${askButton(send)}`,
      links,
    }
  return {
    title,
    lead: html`${lead}`,
    fields: html`<input type="hidden" name="email_code_id" value="${step.id}">
<input type="hidden" name="username" value="${username}">
${field({ name: 'email_code', label: text.code, autocomplete: 'one-time-code', inputMode: 'numeric', maxLength: 12, hasFocus: true })}
<button type="submit">${text.submit}</button>
${askButton(again, 'second')}`,
    links,
  }
}

/** Sends the form although its password or code is missing. */
function askButton(label: string, kind?: 'second') {
  return html`<button type="submit" name="email_code_step" value="ask" formnovalidate ${kind && html`class="${kind}"`}>${label}</button>`
}

/** Shown by the script where the browser knows passkeys; it fills in the two fields and sends the form. */
function passkeyFields(text: Texts) {
  return html`<button type="button" class="second" id="passkey" hidden>${text.passkey}</button>
<p class="problem" role="alert" id="passkey-problem" hidden>${text.passkeyProblem}</p>
<input type="hidden" name="passkey_challenge" value="">
<input type="hidden" name="passkey_response" value="">`
}

/** For someone whose session ended because they were archived: signing in wouldn't say so. */
export function archivedPage(
  language: Language,
  product: string,
  address: string,
  supportEmail: string | undefined,
): Page {
  const text = texts(language, product).oauth.signIn
  const mail = supportEmail && `mailto:${supportEmail}?subject=${encodeURIComponent(text.subject)}`
  return {
    language,
    title: text.archived,
    body: html`<h1>${text.archived}</h1><p class="lead">${text.archivedLead}</p>
${mail && html`<a class="button" href="${mail}">${text.write}</a>`}
<a class="button second" href="${address}">${text.otherUser}</a>`,
  }
}
