import type { Language } from '@atrium/core/language'
import type { Letter } from '@atrium/mail/layout'

export interface Recipient {
  /** Null while the address is unconfirmed: it may be someone else's, and the name may be any text. */
  name: string | null
  language: Language
}

export const greeting = {
  en: (name: string | null) => (name === null ? 'Hi,' : `Hi ${name},`),
  ru: (name: string | null) => (name === null ? 'Здравствуйте!' : `Здравствуйте, ${name}!`),
}

const confirmation = {
  en: {
    subject: 'Confirm your email address',
    text: 'Confirm that this address is yours. The link works once and expires in 24 hours.',
    label: 'Confirm email address',
    footnote: 'If you didn’t create an Atrium account, you can ignore this email.',
  },
  ru: {
    subject: 'Подтвердите адрес почты',
    text: 'Подтвердите, что этот адрес принадлежит вам. Ссылка действует один раз и в течение 24 часов.',
    label: 'Подтвердить адрес',
    footnote: 'Если вы не регистрировались в Atrium, просто проигнорируйте это письмо.',
  },
}

const reset = {
  en: {
    subject: 'Reset your password',
    text: 'We received a request to reset your password. The link works once and expires in 1 hour.',
    label: 'Set a new password',
    footnote: 'If you didn’t request this, you can ignore this email. Your password won’t change.',
  },
  ru: {
    subject: 'Сброс пароля',
    text: 'Мы получили запрос на сброс вашего пароля. Ссылка действует один раз и в течение часа.',
    label: 'Задать новый пароль',
    footnote: 'Если это были не вы, просто проигнорируйте это письмо: пароль останется прежним.',
  },
}

const emailChanged = {
  en: {
    subject: 'Your email address was changed',
    text: 'Your Atrium account now uses a different email address. You can no longer sign in with this one.',
    footnote: 'If this wasn’t you, contact your administrator immediately.',
  },
  ru: {
    subject: 'Адрес почты изменён',
    text: 'Адрес почты вашей учётной записи Atrium изменён. Войти с прежним адресом больше нельзя.',
    footnote: 'Если это были не вы, немедленно обратитесь к администратору.',
  },
}

const passwordChanged = {
  en: {
    subject: 'Your password was changed',
    text: 'The password of your Atrium account was changed, and all other sessions were ended.',
    footnote: 'If this wasn’t you, reset your password now and contact your administrator.',
  },
  ru: {
    subject: 'Пароль изменён',
    text: 'Пароль вашей учётной записи Atrium изменён, остальные сеансы завершены.',
    footnote: 'Если это были не вы, сразу сбросьте пароль и обратитесь к администратору.',
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
