import { type Html, html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/pages/page'
import { field, problem, showTexts } from '@atrium/http/pages/page-form'
import {
  getPasswordStrengthScript,
  getShowPasswordScript,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '#sign-in/credentials/credentials.contract.ts'
import { strengthMeter } from '#sign-in/credentials/strength-meter.ts'
import { texts } from '#texts.ts'
import { submitPasswordResetPage } from './reset-page.contract.ts'

const FORM = 'reset'

/** What every page shows and repeats. */
export interface ResetContext {
  language: Language
  username: string
  /** The parameters of the authorization request that the user left. */
  hidden: Record<string, string>
  formTargets: string[]
  /** The sign-in page that the user came from. */
  backAddress: string
}

function page({ language, formTargets }: ResetContext, title: string, body: Html): Page {
  return { language, title, form: FORM, formTargets, body: html`<h1>${title}</h1>${body}` }
}

function form({ hidden }: ResetContext, own: Record<string, string>, fields: Html) {
  const repeated = Object.entries({ ...hidden, ...own })
  return html`<form id="${FORM}" method="post" action="${submitPasswordResetPage.path}">
${repeated.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields}</form>`
}

function backLink({ language, backAddress }: ResetContext) {
  return html`<p class="links"><a href="${backAddress}">${texts(language).oauth.passwordReset.toSignIn}</a></p>`
}

interface RequestProblems {
  /** What is wrong with the field, in the language of the page. */
  errors?: string[] | undefined
  hasExpired?: boolean
}

export function requestResetPage(context: ResetContext, { errors, hasExpired }: RequestProblems = {}): Page {
  const text = texts(context.language).oauth.passwordReset
  const fields = html`${field({
    name: 'username',
    label: text.username,
    value: context.username,
    autocomplete: 'username',
    errors,
    hasFocus: true,
    maxLength: 254,
  })}
<button type="submit">${text.askButton}</button>`
  return page(
    context,
    text.ask,
    html`<p class="lead">${text.askLead}</p>
${problem(hasExpired ? text.expired : undefined)}
${form(context, {}, fields)}
${backLink(context)}`,
  )
}

/** The form keeps what the page shows, for its switches. */
export function requestedPage(context: ResetContext): Page {
  const text = texts(context.language).oauth.passwordReset
  const button = html`<button type="submit" class="second">${text.again}</button>`
  return page(
    context,
    text.sent,
    html`<p class="lead">${text.requested}. ${text.sentLead}</p>
${form(context, { username: context.username, shown: 'requested' }, button)}
${backLink(context)}`,
  )
}

export function resetPage(context: ResetContext, token: string, errors?: string[]): Page {
  const { language, username } = context
  const text = texts(language).oauth.passwordReset
  const fields = html`<input class="unseen" name="username" value="${username}" autocomplete="username" tabindex="-1" aria-hidden="true" readonly>
${field({
  name: 'password',
  label: text.newPassword,
  type: 'password',
  autocomplete: 'new-password',
  hint: text.hint,
  errors,
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  hasFocus: true,
  showTexts: showTexts(language),
})}
${strengthMeter(language)}
<button type="submit">${text.resetButton}</button>`
  const body = html`<p class="lead">${text.resetLead}</p>
${form(context, { token }, fields)}`
  return {
    ...page(context, text.reset, body),
    scripts: [getPasswordStrengthScript.path, getShowPasswordScript.path],
  }
}

/** For users with two-factor sign-in, after the password was set. */
export function codePage(context: ResetContext, token: string, problemText?: string): Page {
  const text = texts(context.language).oauth.passwordReset
  const { codeLead, code, submit } = texts(context.language).oauth.signIn
  const fields = html`${field({ name: 'two_factor_code', label: code, autocomplete: 'one-time-code', hasFocus: true })}
<button type="submit">${submit}</button>`
  return page(
    context,
    text.set,
    html`<p class="lead">${codeLead}</p>
${problem(problemText)}
${form(context, { username: context.username, two_factor_token: token }, fields)}`,
  )
}

/** For users who have to sign in with a passkey, or have tried to sign in too often. */
export function resetDonePage(context: ResetContext): Page {
  const text = texts(context.language).oauth.passwordReset
  return page(
    context,
    text.set,
    html`<p class="lead">${text.doneLead}</p>
<a class="button" href="${context.backAddress}">${text.signIn}</a>
${form(context, { username: context.username, shown: 'done' }, html``)}`,
  )
}
