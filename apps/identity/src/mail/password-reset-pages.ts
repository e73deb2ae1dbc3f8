import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/page'
import { field, problem, showTexts } from '@atrium/http/page-form'
import {
  getShowPasswordScript,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '#sign-in/credentials/credentials.contract.ts'
import { submitPasswordResetPage } from './password-reset.contract.ts'

export const resetTexts = {
  en: {
    ask: 'Reset your password',
    askLead: 'Enter your email or phone number and we’ll email you a reset link.',
    username: 'Email or phone',
    askButton: 'Send reset link',
    toSignIn: 'Back to sign-in',
    expired: 'This reset link has expired or was already used. Request a new one.',
    sent: 'Check your email',
    requested: 'If an account exists, we’ve sent a reset link',
    sentLead: 'The link works for one hour. If nothing arrives, check your spam folder.',
    again: 'Send another link',
    reset: 'Set a new password',
    resetLead: 'Setting a new password signs you out on all devices.',
    newPassword: 'New password',
    hint: 'At least 8 characters',
    resetButton: 'Set password',
    set: 'Your new password is set',
    done: 'Your new password is set. You can now sign in.',
    doneLead: 'You can now sign in with it.',
    signIn: 'Sign in',
  },
  ru: {
    ask: 'Сброс пароля',
    askLead: 'Введите почту или телефон — мы отправим письмо со ссылкой для сброса.',
    username: 'Почта или телефон',
    askButton: 'Отправить ссылку',
    toSignIn: 'Вернуться ко входу',
    expired: 'Ссылка устарела или уже использована. Запросите новую.',
    sent: 'Проверьте почту',
    requested: 'Если такая учётная запись есть, мы отправили ссылку для сброса пароля',
    sentLead: 'Ссылка действует один час. Если письма нет, проверьте папку «Спам».',
    again: 'Отправить ещё раз',
    reset: 'Новый пароль',
    resetLead: 'После смены пароля вы выйдете на всех устройствах.',
    newPassword: 'Новый пароль',
    hint: 'Не менее 8 символов',
    resetButton: 'Сохранить пароль',
    set: 'Новый пароль сохранён',
    done: 'Новый пароль сохранён. Теперь можно войти.',
    doneLead: 'Теперь можно войти.',
    signIn: 'Войти',
  },
}

const FORM = 'reset'
const form = html`id="${FORM}" method="post" action="${submitPasswordResetPage.path}"`

interface Request {
  username?: string | undefined
  /** Of the field, in the language of the page. */
  errors?: string[] | undefined
  hasExpired?: boolean
}

export function requestResetPage(
  language: Language,
  { username = '', errors, hasExpired }: Request = {},
): Page {
  const text = resetTexts[language]
  return {
    language,
    title: text.ask,
    form: FORM,
    body: html`<h1>${text.ask}</h1><p class="lead">${text.askLead}</p>
${problem(hasExpired ? text.expired : undefined)}
<form ${form}>
${field({
  name: 'username',
  label: text.username,
  value: username,
  autocomplete: 'username',
  errors,
  hasFocus: true,
  maxLength: 254,
})}
<button type="submit">${text.askButton}</button></form>
<p class="links"><a href="/account">${text.toSignIn}</a></p>`,
  }
}

/** The form keeps what the page shows, for its switches. */
export function requestedPage(language: Language, username: string): Page {
  const text = resetTexts[language]
  return {
    language,
    title: text.sent,
    form: FORM,
    body: html`<h1>${text.sent}</h1><p class="lead">${text.requested}. ${text.sentLead}</p>
<form ${form}><input type="hidden" name="username" value="${username}"><input type="hidden" name="shown" value="requested">
<button type="submit" class="second">${text.again}</button></form>
<p class="links"><a href="/account">${text.toSignIn}</a></p>`,
  }
}

export function resetPage(language: Language, token: string, errors?: string[]): Page {
  const text = resetTexts[language]
  return {
    language,
    title: text.reset,
    form: FORM,
    script: getShowPasswordScript.path,
    body: html`<h1>${text.reset}</h1><p class="lead">${text.resetLead}</p>
<form ${form}><input type="hidden" name="token" value="${token}">
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
  showTexts: showTexts[language],
})}
<button type="submit">${text.resetButton}</button></form>`,
  }
}

/** `signIn` is the address of the form, with the account filled in. */
export function resetDonePage(language: Language, username: string, signIn: string): Page {
  const text = resetTexts[language]
  return {
    language,
    title: text.set,
    form: FORM,
    body: html`<h1>${text.set}</h1><p class="lead">${text.doneLead}</p>
<a class="button" href="${signIn}">${text.signIn}</a>
<form ${form}><input type="hidden" name="username" value="${username}"><input type="hidden" name="shown" value="done"></form>`,
  }
}
