import { html } from '@atrium/core/html'
import type { Language } from '@atrium/core/language'
import type { Page } from '@atrium/http/page'

const texts = {
  en: {
    confirm: 'Confirm your e-mail address',
    confirmLead: 'One more click and your address is confirmed.',
    confirmButton: 'Confirm',
    confirmed: 'Your e-mail address is confirmed',
    reset: 'Choose a new password',
    resetLead: 'At least 8 characters. It signs you out everywhere.',
    newPassword: 'New password',
    resetButton: 'Set the password',
    ask: 'Forgotten your password?',
    askLead: 'Tell us your e-mail address or telephone number and we send you a link.',
    username: 'E-mail or telephone',
    askButton: 'Send the link',
    close: 'You may close this page.',
  },
  ru: {
    confirm: 'Подтвердите адрес электронной почты',
    confirmLead: 'Ещё одно нажатие, и адрес будет подтверждён.',
    confirmButton: 'Подтвердить',
    confirmed: 'Адрес электронной почты подтверждён',
    reset: 'Выберите новый пароль',
    resetLead: 'Не менее 8 символов. Все сеансы будут завершены.',
    newPassword: 'Новый пароль',
    resetButton: 'Установить пароль',
    ask: 'Забыли пароль?',
    askLead: 'Укажите адрес электронной почты или телефон, и мы пришлём ссылку.',
    username: 'Эл. почта или телефон',
    askButton: 'Прислать ссылку',
    close: 'Эту страницу можно закрыть.',
  },
}

/** Opening a mailed link changes nothing: mail scanners open links too. A person presses the button. */
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

export function askForResetPage(language: Language): Page {
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

export function donePage(language: Language, message: string): Page {
  return { language, title: message, body: html`<h1>${message}</h1><p>${texts[language].close}</p>` }
}

export function confirmedMessage(language: Language) {
  return texts[language].confirmed
}
