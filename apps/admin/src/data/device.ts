import { useTranslation } from 'react-i18next'

export interface Device {
  kind: 'computer' | 'handheld' | 'program'
  browser: string | undefined
  system: string | undefined
}

// The first that matches counts: most browsers also call themselves Chrome or Safari.
const browsers: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera|OPiOS)\//],
  ['Yandex Browser', /\bYaBrowser\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bVersion\/.* Safari\//],
]

const systems: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const handhelds = ['iPhone', 'iPad', 'Android']

/** What a user agent claims about itself. It can claim anything, so this is a hint, not a proof. */
export function deviceOf(userAgent: string): Device {
  const browser = firstMatch(browsers, userAgent)
  const system = firstMatch(systems, userAgent)
  if (!browser && !system) return { kind: 'program', browser: productOf(userAgent), system }
  return { kind: handhelds.includes(system ?? '') ? 'handheld' : 'computer', browser, system }
}

function firstMatch(names: [string, RegExp][], userAgent: string) {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0]
}

/** `curl/8.5.0` → `curl` */
function productOf(userAgent: string) {
  return /^[\w.-]+/.exec(userAgent)?.[0]
}

/** In words, such as “Chrome on Windows”. */
export function useDeviceName(userAgent: string | null) {
  const { t } = useTranslation()
  const { browser, system } = deviceOf(userAgent ?? '')
  if (browser && system) return t('sessions.device', { browser, system })
  return browser ?? system ?? t('sessions.unknownDevice')
}
