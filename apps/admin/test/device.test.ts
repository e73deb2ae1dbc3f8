import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from '../src/data/device.ts'

const mozilla = 'Mozilla/5.0'
const webKit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const windows = `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0`
const iPhone = `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`
const pixel = `${mozilla} (Linux; Android 16; Pixel 9) ${webKit}`

const devices: [string, string | undefined, string | undefined, string][] = [
  [`${windows} Safari/537.36`, 'Chrome', 'Windows', 'computer'],
  [`${windows} Safari/537.36 Edg/142.0.0.0`, 'Edge', 'Windows', 'computer'],
  [`${windows} Safari/537.36 OPR/120.0.0.0`, 'Opera', 'Windows', 'computer'],
  [`${windows} YaBrowser/25.10.0.0 Safari/537.36`, 'Yandex Browser', 'Windows', 'computer'],
  [`${mozilla} (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0`, 'Firefox', 'Linux', 'computer'],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0.0.0`, 'Chrome', 'ChromeOS', 'computer'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    'Safari',
    'macOS',
    'computer',
  ],
  [`${iPhone} Version/26.0 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', 'handheld'],
  [`${iPhone} CriOS/142.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', 'handheld'],
  [`${pixel} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile`, 'Samsung Internet', 'Android', 'handheld'],
  [`${pixel} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', 'handheld'],
  ['curl/8.5.0', 'curl', undefined, 'program'],
  ['node', 'node', undefined, 'program'],
  ['', undefined, undefined, 'program'],
]

for (const [userAgent, browser, system, kind] of devices) {
  test(`“${userAgent}” is ${browser} on ${system}`, () => {
    assert.deepEqual(deviceOf(userAgent), { kind, browser, system })
  })
}
