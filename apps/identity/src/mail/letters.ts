import type { Language } from '@atrium/core/language'
import type { Letter } from '@atrium/mail/layout'

export interface Recipient {
  /** Null while the address is unconfirmed: it may be a stranger's, and the name any text that somebody typed. */
  name: string | null
  language: Language
}

export const greeting = {
  en: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
  ru: (name: string | null) => (name === null ? 'Здравствуйте!' : `Здравствуйте, ${name}!`),
}

const confirmation = {
  en: {
    subject: 'Confirm your e-mail address',
    text: 'please confirm that this address is yours. The link works once and for 24 hours.',
    label: 'Confirm the address',
    footnote: 'If you did not register at Atrium, you need not do anything.',
  },
  ru: {
    subject: 'Подтвердите адрес электронной почты',
    text: 'Подтвердите, пожалуйста, что этот адрес принадлежит вам. Ссылка действует один раз и в течение 24 часов.',
    label: 'Подтвердить адрес',
    footnote: 'Если вы не регистрировались в Atrium, ничего делать не нужно.',
  },
}

const reset = {
  en: {
    subject: 'Choose a new password',
    text: 'somebody, most likely you, asked for a new password. The link works once and for one hour.',
    label: 'Choose a new password',
    footnote: 'If it was not you, you need not do anything: your password stays as it is.',
  },
  ru: {
    subject: 'Выберите новый пароль',
    text: 'Кто-то, скорее всего вы, запросил новый пароль. Ссылка действует один раз и в течение часа.',
    label: 'Выбрать новый пароль',
    footnote: 'Если это были не вы, ничего делать не нужно: пароль останется прежним.',
  },
}

const emailChanged = {
  en: {
    subject: 'Your e-mail address was changed',
    text: 'your account at Atrium has another e-mail address now, and this one is no longer used to sign in.',
    footnote: 'If it was not you, tell your administrator at once.',
  },
  ru: {
    subject: 'Адрес электронной почты изменён',
    text: 'У вашей учётной записи в Atrium теперь другой адрес электронной почты, этот больше не служит для входа.',
    footnote: 'Если это были не вы, немедленно сообщите администратору.',
  },
}

const passwordChanged = {
  en: {
    subject: 'Your password was changed',
    text: 'your account at Atrium has a new password, and every other sign-in has ended.',
    footnote: 'If it was not you, ask for a new password at once and tell your administrator.',
  },
  ru: {
    subject: 'Пароль изменён',
    text: 'У вашей учётной записи в Atrium новый пароль, все остальные сеансы завершены.',
    footnote: 'Если это были не вы, сразу запросите новый пароль и сообщите администратору.',
  },
}

export function confirmationLetter({ name, language }: Recipient, address: string): Letter {
  const { subject, text, label, footnote } = confirmation[language]
  return {
    language,
    subject,
    paragraphs: [greeting[language](name), text],
    button: { label, address },
    footnote,
  }
}

export function resetLetter({ name, language }: Recipient, address: string): Letter {
  const { subject, text, label, footnote } = reset[language]
  return {
    language,
    subject,
    paragraphs: [greeting[language](name), text],
    button: { label, address },
    footnote,
  }
}

export function emailChangedLetter({ name, language }: Recipient): Letter {
  const { subject, text, footnote } = emailChanged[language]
  return { language, subject, paragraphs: [greeting[language](name), text], footnote }
}

export function passwordChangedLetter({ name, language }: Recipient): Letter {
  const { subject, text, footnote } = passwordChanged[language]
  return { language, subject, paragraphs: [greeting[language](name), text], footnote }
}
