import type { Letter } from '@atrium/mail/layout'
import type { SignedInFromNewBrowser } from '#events.ts'
import { greeting, type Recipient } from './letters.ts'

const texts = {
  en: {
    subject: 'A sign-in from a new browser',
    text: 'somebody, most likely you, signed in to your account at Atrium with a browser that you had not used here before:',
    unknown: 'An unknown program',
    joined: (browser: string, system: string) => `${browser} on ${system}`,
    footnote:
      'If it was not you, change your password at once, which ends every other session, and tell your administrator.',
  },
  ru: {
    subject: 'Вход из нового браузера',
    text: 'Кто-то, скорее всего вы, вошёл в вашу учётную запись в Atrium из браузера, которым вы здесь раньше не пользовались:',
    unknown: 'Неизвестная программа',
    joined: (browser: string, system: string) => `${browser}, ${system}`,
    footnote:
      'Если это были не вы, сразу смените пароль (это завершит все остальные сеансы) и сообщите администратору.',
  },
}

type Told = Pick<SignedInFromNewBrowser, 'at' | 'address' | 'userAgent'>

export function newSignInLetter({ name, language }: Recipient, { at, address, userAgent }: Told): Letter {
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

/** The first that fits: most browsers also call themselves by the names of those below them. */
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

/** One that we do not know by name is quoted only to those who have confirmed their address. */
function browserName(userAgent: string, language: 'en' | 'ru', mayQuote: boolean) {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  if (!browser) return (mayQuote && userAgent.slice(0, 80)) || texts[language].unknown
  return system ? texts[language].joined(browser, system) : browser
}
