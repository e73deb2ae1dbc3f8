import type { Language } from '@atrium/core/language'
import type { Email } from '@atrium/mail/render-email'
import type { SecurityChanged, SignedInFromNewBrowser } from '#events.ts'

interface Recipient {
  /** Null while the address is unconfirmed: it may be someone else's, and the name may be any text. */
  name: string | null
  language: Language
}

const greeting = {
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

export function confirmationEmail({ name, language }: Recipient, address: string): Email {
  const { subject, text, label, footnote } = confirmation[language]
  return {
    language,
    subject,
    paragraphs: [greeting[language](name), text],
    button: { label, address },
    footnote,
  }
}

export function passwordResetEmail({ name, language }: Recipient, address: string): Email {
  const { subject, text, label, footnote } = reset[language]
  return {
    language,
    subject,
    paragraphs: [greeting[language](name), text],
    button: { label, address },
    footnote,
  }
}

export function emailChangedEmail({ name, language }: Recipient): Email {
  const { subject, text, footnote } = emailChanged[language]
  return { language, subject, paragraphs: [greeting[language](name), text], footnote }
}

export function passwordChangedEmail({ name, language }: Recipient): Email {
  const { subject, text, footnote } = passwordChanged[language]
  return { language, subject, paragraphs: [greeting[language](name), text], footnote }
}

const securityChanged: Record<
  'en' | 'ru',
  Record<SecurityChanged['change'], { subject: string; text: string }>
> = {
  en: {
    two_factor_on: {
      subject: 'Two-factor authentication turned on',
      text: 'Signing in to your Atrium account now requires a code from your authenticator app in addition to your password.',
    },
    two_factor_off: {
      subject: 'Two-factor authentication turned off',
      text: 'Signing in to your Atrium account no longer requires a code from an authenticator app.',
    },
    recovery_codes_renewed: {
      subject: 'New recovery codes created',
      text: 'New recovery codes were created for your Atrium account. The old ones no longer work.',
    },
    passkey_added: {
      subject: 'Passkey added',
      text: 'This passkey can now be used to sign in to your Atrium account:',
    },
    passkey_removed: {
      subject: 'Passkey removed',
      text: 'This passkey can no longer be used to sign in to your Atrium account:',
    },
    personal_token_created: {
      subject: 'Personal access token created',
      text: 'Programs can now use this personal access token to work with your tasks in Atrium:',
    },
  },
  ru: {
    two_factor_on: {
      subject: 'Двухфакторная аутентификация включена',
      text: 'Теперь для входа в вашу учётную запись Atrium, кроме пароля, нужен код из приложения-аутентификатора.',
    },
    two_factor_off: {
      subject: 'Двухфакторная аутентификация выключена',
      text: 'Для входа в вашу учётную запись Atrium больше не нужен код из приложения-аутентификатора.',
    },
    recovery_codes_renewed: {
      subject: 'Созданы новые резервные коды',
      text: 'Для вашей учётной записи Atrium созданы новые резервные коды. Прежние больше не действуют.',
    },
    passkey_added: {
      subject: 'Добавлен ключ доступа',
      text: 'Теперь в вашу учётную запись Atrium можно войти с этим ключом доступа:',
    },
    passkey_removed: {
      subject: 'Ключ доступа удалён',
      text: 'С этим ключом доступа больше нельзя войти в вашу учётную запись Atrium:',
    },
    personal_token_created: {
      subject: 'Создан персональный токен',
      text: 'Теперь программы могут работать с вашими задачами в Atrium с этим персональным токеном:',
    },
  },
}

const securityFootnote = {
  en: 'If this wasn’t you, change your password now and contact your administrator.',
  ru: 'Если это были не вы, сразу смените пароль и обратитесь к администратору.',
}

export function securityEmail(
  { name, language }: Recipient,
  { change, passkey, personalToken }: Pick<SecurityChanged, 'change' | 'passkey' | 'personalToken'>,
): Email {
  const { subject, text } = securityChanged[language][change]
  const named = passkey ?? personalToken
  return {
    language,
    subject,
    paragraphs: [greeting[language](name), text],
    items: named === undefined || name === null ? [] : [{ title: named, text: '' }],
    footnote: securityFootnote[language],
  }
}

const newSignIn = {
  en: {
    subject: 'New sign-in to your account',
    text: 'Your Atrium account was signed in to from a new browser:',
    unknown: 'Unknown browser',
    joined: (browser: string, system: string) => `${browser} on ${system}`,
    footnote:
      'If this wasn’t you, change your password now, which ends all other sessions, and contact your administrator.',
  },
  ru: {
    subject: 'Новый вход в учётную запись',
    text: 'В вашу учётную запись Atrium вошли из нового браузера:',
    unknown: 'Неизвестный браузер',
    joined: (browser: string, system: string) => `${browser}, ${system}`,
    footnote:
      'Если это были не вы, сразу смените пароль (остальные сеансы завершатся) и обратитесь к администратору.',
  },
}

type SignIn = Pick<SignedInFromNewBrowser, 'at' | 'address' | 'userAgent'>

export function newSignInEmail({ name, language }: Recipient, { at, address, userAgent }: SignIn): Email {
  const { subject, text, footnote } = newSignIn[language]
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const details = [`${moment.format(new Date(at))} UTC`, ...(address ? [address] : [])]
  return {
    language,
    subject,
    paragraphs: [greeting[language](name), text],
    items: [{ title: browserName(userAgent ?? '', language, name !== null), text: details.join(' · ') }],
    footnote,
  }
}

/** The first match wins: most browsers also contain the names of those below them. */
const browsers = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/YaBrowser\//, 'Yandex Browser'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** An unknown user agent is quoted only to users with a confirmed address. */
function browserName(userAgent: string, language: 'en' | 'ru', mayQuote: boolean) {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (!browser) return (mayQuote && userAgent.slice(0, 80)) || newSignIn[language].unknown
  return system ? newSignIn[language].joined(browser, system) : browser
}
