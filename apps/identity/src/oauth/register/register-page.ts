import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { field, problem, showTexts } from '@atrium/http/pages/page-form'
import { fillIn } from '@atrium/texts/fill-in'
import type { Invitation } from '#registration/invitation.ts'
import {
  getPasswordStrengthScript,
  getShowPasswordScript,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '#sign-in/credentials/credentials.contract.ts'
import { strengthMeter } from '#sign-in/credentials/strength-meter.ts'
import { texts } from '#texts.ts'
import type { RegisterForm } from './register.contract.ts'
import { resendConfirmation } from './register.contract.ts'

export type FieldName = 'email' | 'name' | 'surname' | 'phone' | 'password' | 'consent'

/** A text that new users agree to; the form repeats its digest, which says what the user has read. */
export interface ConsentText {
  text: string
  digest: string
}

export interface RegisterPage {
  language: Language
  /** The application that sent the user here. */
  applicationName?: string | undefined
  invitation?: Invitation | undefined
  /** What to agree to; without it, only what the form itself stores. */
  consent?: ConsentText | undefined
  formToken: string
  /** What the form repeats: the authorization request and the invitation. */
  hidden: Record<string, string>
  formTargets: string[]
  signInAddress: string
  typed: Partial<RegisterForm>
  errors?: Partial<Record<FieldName, string[]>>
  problem?: string | undefined
}

/** What can be a phone number with its country code; the server knows the rules of each country. */
const PHONE_PATTERN = '\\s*\\+[\\d\\s\\(\\)\\.\\-]{7,}'

/** Works without a script. What was typed stays, except the password: the page says that it has to be typed again. */
export function registerPage(page: RegisterPage): Page {
  const { language, invitation, formToken, hidden, formTargets, signInAddress, typed, errors = {} } = page
  const text = texts(language).oauth.register
  const firstWrong = (Object.keys(text.labels) as FieldName[]).find(name => errors[name])
  const firstEmpty = invitation || typed.email ? 'name' : 'email'
  const input = (name: Exclude<FieldName, 'consent'>) => ({
    name,
    label: text.labels[name],
    value: typed[name],
    errors: errors[name],
    hasFocus: name === (firstWrong ?? firstEmpty),
  })
  return {
    language,
    title: text.title,
    formTargets,
    form: 'register',
    scripts: [getPasswordStrengthScript.path, getShowPasswordScript.path],
    body: html`<h1>${text.title}</h1>
${lead(page)}
${problem(page.problem)}
<form id="register" method="post" action="/register">
<input type="hidden" name="csrf_token" value="${formToken}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field({
  ...input('email'),
  type: 'email',
  autocomplete: 'username',
  isReadOnly: invitation !== undefined,
  hint: invitation && text.invitedEmail,
  maxLength: 254,
})}
<div class="pair"><div>${field({ ...input('name'), autocomplete: 'given-name', isName: true, maxLength: 100 })}</div>
<div>${field({ ...input('surname'), autocomplete: 'family-name', isName: true, maxLength: 100 })}</div></div>
${field({
  ...input('password'),
  type: 'password',
  autocomplete: 'new-password',
  hint: text.passwordHint,
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  showTexts: showTexts(language),
})}
${strengthMeter(language)}
${field({
  ...input('phone'),
  label: text.optionalPhone,
  type: 'tel',
  autocomplete: 'tel',
  hint: text.phoneHint,
  maxLength: 40,
  pattern: PHONE_PATTERN,
  isOptional: true,
})}
${consentField(page)}
<button type="submit">${text.submit}</button>
</form>
<p class="links"><span>${text.haveAccount}</span> <a href="${signInAddress}">${text.signIn}</a></p>`,
  }
}

function lead({ language, invitation, applicationName }: RegisterPage) {
  const text = texts(language).oauth.register
  if (invitation) {
    const { project, inviter, role } = invitation
    const who = inviter?.name ?? text.someone
    return html`<p class="lead">${fillIn(text.invitedBy, { who }, language)} <strong>${project.name}</strong>${fillIn(text.as, { role }, language)}</p>`
  }
  return applicationName && html`<p class="lead">${text.asks} <strong>${applicationName}</strong></p>`
}

function consentField({ language, consent, typed, errors }: RegisterPage) {
  if (!consent) return html`<p class="quiet">${texts(language).oauth.register.storage}</p>`
  const wrong = errors?.consent
  const isAgreed = typed.consent && typed.consent_digest === consent.digest
  return html`<input type="hidden" name="consent_digest" value="${consent.digest}">
<label class="check"><input type="checkbox" name="consent" value="true" required ${isAgreed && html`checked`} ${
    wrong && html`aria-invalid="true" aria-describedby="consent-error"`
  }> <span>${withLinks(consent.text)}</span></label>
${wrong && html`<p class="error" id="consent-error">${wrong.join('. ')}</p>`}`
}

/** Text with links as `[text](https://…)`; everything else is shown as it is. */
function withLinks(text: string): Html {
  const parts = text.split(/(\[[^\]]+\]\(https?:\/\/[^\s)]+\))/)
  return html`${parts.map(part => {
    const [, label, address] = part.match(/^\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)$/) ?? []
    return label && address
      ? html`<a href="${address}" target="_blank" rel="noopener noreferrer">${label}</a>`
      : html`${part}`
  })}`
}

interface RefusedPage {
  language: Language
  reason: 'registration_closed' | 'invitation_required' | 'invitation_invalid'
  signInAddress: string
}

/** Registration is not for everyone here: says why, and leads on. */
export function refusedPage({ language, reason, signInAddress }: RefusedPage): Page {
  const text = texts(language).oauth.register
  const { title, lead } = text.refused[reason]
  return {
    language,
    title,
    body: html`<h1>${title}</h1><p class="lead">${lead}</p>
<a class="button" href="${signInAddress}">${text.signIn}</a>`,
  }
}

interface ConfirmationPage {
  language: Language
  email: string
  account: string
  next: string
  wasSentAgain?: boolean
}

/** With REQUIRE_VERIFIED_EMAIL: the account exists, but can't be used before its address is confirmed. */
export function confirmationPage({ language, email, account, next, wasSentAgain }: ConfirmationPage): Page {
  const text = texts(language).oauth.register.confirm
  return {
    language,
    title: text.title,
    form: 'resend',
    body: html`<h1>${text.title}</h1><p class="lead">${text.lead} <strong>${email}</strong></p><p>${text.instruction}</p>
${wasSentAgain && html`<p class="notice" role="status">${text.sent}</p>`}
<a class="button" href="${next}">${text.go}</a>
<form id="resend" method="post" action="${resendConfirmation.path}"><input type="hidden" name="account" value="${account}">
<input type="hidden" name="next" value="${next}">
<button type="submit" class="second">${text.again}</button></form>`,
  }
}
