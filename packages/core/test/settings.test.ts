import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StartRefused } from '@atrium/core/errors'
import { listOf } from '@atrium/core/formats'
import { languageCodes, offeredLanguages } from '@atrium/core/languages'
import {
  CommonSettings,
  DatabaseAddress,
  loadSettings,
  Port,
  Seconds,
  WebAddress,
  workerCount,
} from '@atrium/core/settings'
import { Type } from 'typebox'

const Settings = Type.Object({
  ...CommonSettings,
  PORT: Port(4000),
  URL: WebAddress,
  DATABASE_URL: DatabaseAddress,
  SECRET: Type.String({ minLength: 32 }),
  TTL: Seconds(3600),
})
const given = {
  URL: 'https://id.example.org',
  DATABASE_URL: 'postgres://db/identity',
  SECRET: 's'.repeat(32),
  MAIL_URL: 'file:./mail',
  STORAGE_URL: 'file:./files',
}

test('settings have defaults', () => {
  assert.deepEqual(loadSettings(Settings, given), {
    ...given,
    HOST: '127.0.0.1',
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    RATE_LIMIT: 'on',
    COOKIE_SECURE: true,
    MAIL_FROM: 'Atrium <atrium@localhost>',
    STORAGE_MAX_BYTES: 10_485_760,
    DISK_MIN_FREE_MB: 500,
    DRAIN_SECONDS: 5,
    WORKERS: 'auto',
    PORT: 4000,
    TTL: 3600,
    AUDIT_KEEP_DAYS: 180,
  })
})

test('values are converted to their types, and unknown variables are left out', () => {
  const environment = { ...given, PORT: '4711', TTL: '60', COOKIE_SECURE: 'false', PATH: '/usr/bin' }
  const settings = loadSettings(Settings, environment)
  assert.deepEqual([settings.PORT, settings.TTL, settings.COOKIE_SECURE], [4711, 60, false])
  assert.equal('PATH' in settings, false)
})

test('a service has as many workers as were set, or half of the cores', () => {
  for (const WORKERS of ['0', '-1', '1.5', 'many', '129', '01']) {
    assert.throws(
      () => loadSettings(Settings, { ...given, WORKERS }),
      new StartRefused('Invalid settings: WORKERS must be auto or a number from 1 to 128.'),
    )
  }
  const countOf = (WORKERS: string, cores: number) =>
    workerCount(loadSettings(Settings, { ...given, WORKERS }), cores)
  assert.deepEqual([countOf('3', 1), countOf('128', 2)], [3, 128])
  const automatic = [1, 2, 3, 4, 8, 64].map(cores => countOf('auto', cores))
  assert.deepEqual(automatic, [1, 1, 2, 2, 4, 16])
})

test('the languages on offer are known codes in the order of menus, and without the setting all of them', () => {
  for (const LANGUAGES of ['xx', 'en,,xx', 'EN', 'en;ru', ','])
    assert.throws(
      () => loadSettings(Settings, { ...given, LANGUAGES }),
      new RegExp(`LANGUAGES must be codes of languages separated by commas, out of ${languageCodes}`),
    )
  const offered = (LANGUAGES: string) => offeredLanguages(loadSettings(Settings, { ...given, LANGUAGES }))
  assert.deepEqual([offered('ru'), offered('ru, en,ru'), offered('')], [['ru'], ['ru', 'en'], languageCodes])
})

test('an empty setting counts as unset', () => {
  assert.equal(loadSettings(Settings, { ...given, PORT: '', LOG_LEVEL: '' }).PORT, 4000)
  assert.throws(() => loadSettings(Settings, { ...given, URL: '' }), /URL is required/)
})

test('all missing and invalid settings are reported in one message', () => {
  const environment = {
    PORT: '70000',
    URL: 'id.example.org',
    DATABASE_URL: 'mysql://db',
    TTL: 'soon',
    LOG_LEVEL: 'loud',
    NODE_ENV: 'staging',
    RATE_LIMIT: 'no',
    COOKIE_SECURE: 'maybe',
    EVENTS_URL: 'localhost:6379',
    MAIL_URL: 'mail.example.org',
    STORAGE_URL: './files',
    CORS_ORIGINS: 'https://app.example.org/',
    TRUST_PROXY: 'nginx',
  }
  assert.throws(
    () => loadSettings(Settings, environment),
    (error: Error) => {
      assert.ok(error instanceof StartRefused)
      const [, list = ''] = error.message.match(/^Invalid settings: (.*)\.$/) ?? []
      assert.deepEqual(list.split('; ').sort(), complaints)
      return true
    },
  )
})

test('TRUST_PROXY accepts an address, a network, a name or a number of hops', () => {
  for (const TRUST_PROXY of ['true', 'none', '2', '127.0.0.1', '10.0.0.0/8, ::1', 'loopback,fd00::/8'])
    assert.equal(loadSettings(Settings, { ...given, TRUST_PROXY }).TRUST_PROXY, TRUST_PROXY)
  for (const TRUST_PROXY of ['999.1.1.1', '10.0.0.0/33', '10.0.0.0/', 'localhost'])
    assert.throws(() => loadSettings(Settings, { ...given, TRUST_PROXY }), /TRUST_PROXY must be/)
})

test('a list is separated by commas', () => {
  assert.deepEqual(listOf(' https://a.example , ,https://b.example,'), [
    'https://a.example',
    'https://b.example',
  ])
  assert.deepEqual(listOf(undefined), [])
})

const complaints = [
  'COOKIE_SECURE must be true or false',
  'CORS_ORIGINS must be origins such as https://app.example.org',
  'DATABASE_URL must be a postgres:// address, for several servers postgres://USER:PASSWORD@HOST1:5432,HOST2:5432/DATABASE?target_session_attrs=read-write',
  'EVENTS_URL must be a redis:// or rediss:// address',
  'LOG_LEVEL must be one of: fatal, error, warn, info, debug, trace, silent',
  'MAIL_URL must be smtp://…, smtps://… or file:FOLDER',
  'NODE_ENV must be one of: production, development, test',
  'PORT must be at most 65535',
  'RATE_LIMIT must be one of: on, off',
  'SECRET is required',
  'STORAGE_URL must be file:FOLDER or s3://KEY:SECRET@HOST/BUCKET',
  'TRUST_PROXY must be true, a number of hops, or addresses of proxies',
  'TTL must be a whole number',
  'URL must be an http:// or https:// address',
]
