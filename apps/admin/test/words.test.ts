import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { ApiError } from '@atrium/client/api-error'
import type { NamedAuditRecord } from '@atrium/identity/audit/audit.contract'
import en from '@atrium/texts/en/admin'
import { parts } from '@atrium/texts/parts'
import { createInstance, type TFunction } from 'i18next'
import { permissionTitle } from '../src/data/permission-title.ts'
import { uploadFailure } from '../src/data/upload-failure.ts'
import { actionWords, actorWords, auditCsv, subjectWords } from '../src/features/audit/audit-text.ts'
import { grantsOf } from '../src/features/clients/client-grants.ts'
import { contactAddress } from '../src/features/contacts/contact-types.ts'
import { actions, findAction } from '../src/features/explanation/actions.ts'
import { isAboutUser, routeOf, subjectOf, withSubject } from '../src/features/explanation/route-words.ts'

let english: TFunction
let russian: TFunction
before(async () => {
  const i18n = createInstance()
  await i18n.init({
    resources: { en: { app: en }, ru: { app: parts.admin('ru') } },
    defaultNS: 'app',
    interpolation: { escapeValue: false },
  })
  english = i18n.getFixedT('en')
  russian = i18n.getFixedT('ru')
})

const record = (fields: Partial<NamedAuditRecord>): NamedAuditRecord => ({
  id: 1,
  at: '2026-01-01T00:00:00.000Z',
  actorId: null,
  actorName: null,
  action: 'user.archived',
  subjectType: null,
  subjectId: null,
  subjectName: null,
  address: null,
  clientId: null,
  requestId: null,
  details: {},
  ...fields,
})

test('a permission has a title in both languages; one of the installation has its description or name', () => {
  assert.equal(permissionTitle(english, { name: 'roles.read' }), en.access.permissions.names['roles-read'])
  assert.equal(
    permissionTitle(russian, { name: 'roles.read' }),
    parts.admin('ru').access.permissions.names['roles-read'],
  )
  assert.equal(permissionTitle(english, { name: 'own.thing', description: 'Do it' }), 'Do it')
  assert.equal(permissionTitle(english, { name: 'own.thing', description: '' }), 'own.thing')
})

test('an action has words; one of a later version has its own name', () => {
  assert.equal(actionWords(english, 'user.archived'), en.audit.actions.user.archived)
  assert.equal(actionWords(english, 'moon.landed'), 'moon.landed')
})

test('the actor is a user by name, a user who is gone, a client, the console or unknown', () => {
  const actor = (fields: Partial<NamedAuditRecord>) => actorWords(english, record(fields))
  assert.equal(actor({ actorId: 7, actorName: 'Ada' }), 'Ada')
  assert.match(actor({ actorId: 7 }), /7/)
  assert.match(actor({ clientId: 'web' }), /web/)
  assert.equal(actor({}), en.audit.console)
  assert.equal(actor({ action: 'sign-in.failed', clientId: 'web' }), en.audit.nobody)
})

test('a subject has its kind and its name, also when it has been deleted', () => {
  const subject = (fields: Partial<NamedAuditRecord>) => subjectWords(english, record(fields))
  assert.equal(subject({ subjectType: 'user', subjectId: 7, subjectName: 'Ada' }), 'Ada')
  assert.equal(
    subject({ subjectType: 'role', subjectId: 3, details: { name: 'Editor' } }),
    `${en.audit.subjects.role} Editor`,
  )
  assert.equal(subject({ subjectType: 'role', subjectId: 3 }), `${en.audit.subjects.role} 3`)
  assert.equal(subject({ subjectType: 'satellite', subjectId: 3 }), 'satellite 3')
  assert.equal(subject({ details: { recipient: 'a@example.org' } }), 'a@example.org')
  assert.equal(subject({}), '')
})

test('an exported audit log has a row for each entry, and no formulas', () => {
  const text = auditCsv([record({ actorName: '=cmd()', details: { a: '"b"' } })], english)
  const [head, row] = text.split('\r\n')
  assert.match(head ?? '', /"at","actor","actorId"/)
  assert.match(row ?? '', /"'=cmd\(\)"/)
  assert.match(row ?? '', /"\{""a"":""\\""b\\""""\}"/)
})

test('an access check asks in words about routes that exist and need a permission', () => {
  const documented = readFileSync(new URL('../../../docs/routes-identity.md', import.meta.url), 'utf8')
  const routes = Object.values(actions).flatMap(subject => Object.values(subject))
  for (const route of routes) {
    const [method, path] = route.split(' ')
    const row = documented.split('\n').find(line => line.startsWith(`| ${method} | \`${path}\` |`))
    assert.match(row ?? '', /\| \S+[^|]* \|$/, `${route} needs a permission`)
    assert.ok(findAction(route, english) && findAction(route, russian), route)
    assert.notEqual(findAction(route, english), findAction(route, russian), route)
  }
  assert.equal(new Set(routes).size, routes.length)
  assert.equal(findAction('GET /assets/page.css', english), undefined)
})

test('the id in a path about a user is the subject, and is not part of the route', () => {
  assert.equal(routeOf('/users/5/export'), '/users/:id/export')
  assert.equal(routeOf('/users/me'), '/users/me')
  assert.equal(routeOf('/users/5x'), '/users/5x')
  assert.deepEqual(
    [subjectOf('/users/5'), subjectOf('/users/5/export'), subjectOf('/users')],
    [5, 5, undefined],
  )
  assert.ok(isAboutUser('/users/:id/export'))
  assert.ok(!isAboutUser('/roles/5'))
  assert.equal(withSubject('/users/5/export', 9), '/users/9/export')
  assert.equal(withSubject('/users/5/export', undefined), '/users/:id/export')
})

test('a contact leads where its kind is opened; unknown schemes lead nowhere', () => {
  const address = (type: Parameters<typeof contactAddress>[0]['type'], value: string) =>
    contactAddress({ type, value })
  assert.equal(address('email', 'a@example.org'), 'mailto:a@example.org')
  assert.equal(address('phone', '+12025550100'), 'tel:+12025550100')
  assert.equal(address('whatsapp', '+12025550100'), 'https://wa.me/12025550100')
  assert.equal(address('telegram', '@ada'), 'https://t.me/ada')
  assert.equal(address('github', 'a/../b'), 'https://github.com/a%2F..%2Fb')
  assert.equal(address('website', 'https://example.org'), 'https://example.org')
  assert.equal(address('website', 'javascript:alert(1)'), undefined)
  assert.equal(address('other', 'https://example.org'), undefined)
})

test('grants are listed in one order, unknown ones left out', () => {
  assert.deepEqual(grantsOf({ grantTypes: 'password authorization_code custom' }), [
    'authorization_code',
    'password',
  ])
})

test('a refused upload says why', () => {
  const failure = (status: number, size = 1) => uploadFailure(new ApiError(status, ''), { size } as File)
  assert.deepEqual(
    [
      failure(413),
      failure(422),
      failure(422, 0),
      failure(0),
      failure(500),
      uploadFailure(new Error(), {} as File),
    ],
    ['tooLarge', 'notAnImage', 'empty', 'offline', 'other', 'other'],
  )
})
