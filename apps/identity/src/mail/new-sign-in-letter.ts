import type { Letter } from '@atrium/mail/layout'
import type { SignedInFromNewBrowser } from '#events.ts'
import { greeting, type Recipient } from './letters.ts'

const texts = {
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

export function newSignInLetter({ name, language }: Recipient, { at, address, userAgent }: SignIn): Letter {
  const { subject, text, footnote } = texts[language]
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
  if (!browser) return (mayQuote && userAgent.slice(0, 80)) || texts[language].unknown
  return system ? texts[language].joined(browser, system) : browser
}
