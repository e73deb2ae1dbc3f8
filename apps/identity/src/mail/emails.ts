import type { Language } from '@atrium/core/language'
import type { Email } from '@atrium/mail/render-email'
import { fillIn } from '@atrium/texts/fill-in'
import type { SecurityChanged, SignedInFromNewBrowser } from '#events.ts'
import { texts } from '#texts.ts'

interface Recipient {
  /** Null while the address is unconfirmed: it may be someone else's, and the name may be any text. */
  name: string | null
  language: Language
  /** What the installation calls itself. */
  product: string
}

export function confirmationEmail({ name, language, product }: Recipient, address: string): Email {
  const { subject, text, label, footnote } = texts(language, product).mail.confirmationEmail
  return {
    language,
    subject,
    paragraphs: [greeting(language, name), text],
    button: { label, address },
    footnote,
  }
}

export function passwordResetEmail({ name, language }: Recipient, address: string): Email {
  const { subject, text, label, footnote } = texts(language).mail.passwordResetEmail
  return {
    language,
    subject,
    paragraphs: [greeting(language, name), text],
    button: { label, address },
    footnote,
  }
}

export function emailCodeEmail({ name, language, product }: Recipient, code: string): Email {
  const { subject, text, footnote } = texts(language, product).mail.emailCodeEmail
  return {
    language,
    subject,
    paragraphs: [greeting(language, name), text],
    items: [{ title: code.replace(/(?<=^.{4})/, ' '), text: '' }],
    footnote,
  }
}

export function emailChangedEmail({ name, language, product }: Recipient): Email {
  const { subject, text, footnote } = texts(language, product).mail.emailChangedEmail
  return { language, subject, paragraphs: [greeting(language, name), text], footnote }
}

export function passwordChangedEmail({ name, language, product }: Recipient): Email {
  const { subject, text, footnote } = texts(language, product).mail.passwordChangedEmail
  return { language, subject, paragraphs: [greeting(language, name), text], footnote }
}

export function securityEmail(
  { name, language, product }: Recipient,
  { change, passkey, personalToken }: Pick<SecurityChanged, 'change' | 'passkey' | 'personalToken'>,
): Email {
  const { subject, text } = texts(language, product).mail.securityEmail[change]
  const named = passkey ?? personalToken
  return {
    language,
    subject,
    paragraphs: [greeting(language, name), text],
    items: named === undefined || name === null ? [] : [{ title: named, text: '' }],
    footnote: texts(language).mail.securityFootnote,
  }
}

type SignIn = Pick<SignedInFromNewBrowser, 'at' | 'address' | 'userAgent'>

export function newSignInEmail(
  { name, language, product }: Recipient,
  { at, address, userAgent }: SignIn,
): Email {
  const { subject, text, footnote } = texts(language, product).mail.newSignInEmail
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const details = [`${moment.format(new Date(at))} UTC`, ...(address ? [address] : [])]
  return {
    language,
    subject,
    paragraphs: [greeting(language, name), text],
    items: [{ title: browserName(userAgent ?? '', language, name !== null), text: details.join(' · ') }],
    footnote,
  }
}

function greeting(language: Language, name: string | null) {
  return fillIn(texts(language).mail.greeting, { name }, language)
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
function browserName(userAgent: string, language: Language, mayQuote: boolean) {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  const { unknown, joined } = texts(language).mail.newSignInEmail
  if (!browser) return (mayQuote && userAgent.slice(0, 80)) || unknown
  return system ? fillIn(joined, { browser, system }, language) : browser
}
