import { html } from '@atrium/core/html'
import { type Language, languageOf } from '@atrium/core/language'
import { type Page, sendPage } from '@atrium/http/page'
import type { FastifyReply, FastifyRequest } from 'fastify'

const texts = {
  en: {
    confirm: 'Confirm your email address',
    confirmLead: 'Confirm that this address is yours.',
    confirmButton: 'Confirm',
    confirmed: 'Email address confirmed',
    reset: 'Set a new password',
    resetLead: 'Use at least 8 characters. Setting a new password signs you out on all devices.',
    newPassword: 'New password',
    resetButton: 'Set password',
    ask: 'Forgot password?',
    askLead: 'Enter your email or phone number and we’ll send you a reset link.',
    username: 'Email or phone',
    askButton: 'Send reset link',
    close: 'You can close this page.',
  },
  ru: {
    confirm: 'Подтвердите адрес почты',
    confirmLead: 'Подтвердите, что этот адрес принадлежит вам.',
    confirmButton: 'Подтвердить',
    confirmed: 'Адрес почты подтверждён',
    reset: 'Новый пароль',
    resetLead: 'Не менее 8 символов. После смены пароля вы выйдете на всех устройствах.',
    newPassword: 'Новый пароль',
    resetButton: 'Сохранить пароль',
    ask: 'Забыли пароль?',
    askLead: 'Введите почту или телефон — мы отправим ссылку для сброса пароля.',
    username: 'Почта или телефон',
    askButton: 'Отправить ссылку',
    close: 'Эту страницу можно закрыть.',
  },
}

/** Opening the link changes nothing, since mail scanners open links too: the user has to press the button. */
export function confirmPage(language: Language, token: string): Page {
  const text = texts[language]
  return {
    language,
    title: text.confirm,
    body: html`<h1>${text.confirm}</h1><p>${text.confirmLead}</p>
<form method="post" action="/auth/verify-email"><input type="hidden" name="token" value="${token}">
<button type="submit">${text.confirmButton}</button></form>`,
  }
}

export function resetPage(language: Language, token: string): Page {
  const text = texts[language]
  return {
    language,
    title: text.reset,
    body: html`<h1>${text.reset}</h1><p>${text.resetLead}</p>
<form method="post" action="/auth/password-reset"><input type="hidden" name="token" value="${token}">
<label for="password">${text.newPassword}</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="8" maxlength="128" required autofocus>
<button type="submit">${text.resetButton}</button></form>`,
  }
}

export function requestResetPage(language: Language): Page {
  const text = texts[language]
  return {
    language,
    title: text.ask,
    body: html`<h1>${text.ask}</h1><p>${text.askLead}</p>
<form method="post" action="/auth/password-reset"><label for="username">${text.username}</label>
<input id="username" name="username" autocomplete="username" autocapitalize="none" spellcheck="false" required autofocus>
<button type="submit">${text.askButton}</button></form>`,
  }
}

/** A page in a browser, JSON for a program. */
export function sendDone(request: FastifyRequest, reply: FastifyReply, message: string) {
  if (!request.headers.accept?.includes('text/html')) return { message }
  const language = languageOf(request)
  const body = html`<h1>${message}</h1><p>${texts[language].close}</p>`
  return sendPage(reply, { language, title: message, body })
}

export function confirmedMessage(language: Language) {
  return texts[language].confirmed
}
