import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, test } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { hasOpenLdap } from '@atrium/testing/openldap-server'
import { startIdentity } from '../../identity-service.ts'
import { as, createUser, signIn } from '../../people.ts'
import { serviceAccount, startCompanyDirectory } from './company-directory.ts'

if (hasOpenLdap()) {
  const identity = await startIdentity({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.1,localhost' })
  const { access_token: token } = await signIn(identity, await createUser(identity, 'owner'))
  const owner = as(identity, token)
  const directory = await startCompanyDirectory()

  interface Step {
    step: string
    result: string
    code: string
    message: string
    advice: string | null
  }

  /** Changes the provider and tests it. */
  const testWith = async (changes: object, login?: string) => {
    const changed = await owner('PUT', '/sign-in-providers/company', changes)
    assert.equal(changed.statusCode, 200, changed.body)
    const tested = await owner(
      'POST',
      '/sign-in-providers/company/test',
      login === undefined ? undefined : { login },
    )
    assert.equal(tested.statusCode, 200, tested.body)
    return tested.json().item as { isReady: boolean; steps: Step[] }
  }

  /** The code and the advice of the step that failed; every other one is fine. */
  const failureOf = ({ isReady, steps }: Awaited<ReturnType<typeof testWith>>) => {
    const failed = steps.filter(({ result }) => result === 'failed')
    assert.deepEqual([isReady, failed.length], [false, 1], JSON.stringify(steps))
    const [{ step, code, advice, message } = {} as Step] = failed
    assert.ok(advice && message)
    assert.doesNotMatch(message + advice, /[{}]|undefined/)
    return [step, code]
  }

  before(async () => {
    const ada = await directory.addPerson('ada', { givenName: 'Ada', sn: 'Stone' })
    await directory.addPerson('zoe')
    await directory.addGroup('staff', [ada])
    const added = await owner('POST', '/sign-in-providers', directory.provider())
    assert.equal(added.statusCode, 200, added.body)
  })

  const fine = directory.provider()

  test('a directory that is set up well passes every step it has, over StartTLS', async () => {
    const { isReady, steps } = await testWith({ requiredGroup: `cn=staff,${directory.groups}` }, 'ada')
    assert.deepEqual(
      steps.map(({ step, result }) => [step, result]),
      [
        ['address', 'ok'],
        ['certificate', 'ok'],
        ['clock', 'ok'],
        ['discovery', 'skipped'],
        ['bind', 'ok'],
        ['keys', 'skipped'],
        ['mapping', 'ok'],
        ['groups', 'ok'],
      ],
    )
    assert.ok(isReady)
    assert.ok(steps.every(({ advice }) => advice === null))
    const mapping = steps.find(({ step }) => step === 'mapping')?.message ?? ''
    assert.match(mapping, /^uid=ada,ou=people,\S+ becomes Ada Stone, ada@example\.org; .* [0-9a-f-]{36}\.$/)
    assert.match(steps.at(-1)?.message ?? '', /is in cn=staff,ou=groups,dc=example,dc=org\.$/)
  })

  test('someone who is looked up is shown with the groups that they get here', async () => {
    const { item: group } = (await owner('POST', '/groups', { name: 'Designers' })).json()
    const groupMapping = [{ from: `cn=staff,${directory.groups}`, groupId: group.id }]
    await directory.addPerson('olga')
    for (const [login, said] of [
      ['ada', /and becomes a member of Designers here\.$/],
      ['olga', /^Every group of the settings exists\. uid=olga,\S+ is in no group\.$/],
    ] as const) {
      const { steps } = await testWith({ requiredGroup: null, groupMapping }, login)
      assert.match(steps.at(-1)?.message ?? '', said)
    }
    await testWith({ groupMapping: [] })
  })

  test('it is the same over ldaps, with an example if no login is named', async () => {
    const { isReady, steps } = await testWith({ urls: [directory.tlsUrl], requiredGroup: null })
    assert.ok(isReady, JSON.stringify(steps))
    assert.match(steps.find(({ step }) => step === 'mapping')?.message ?? '', /becomes/)
  })

  test('the advice is in the language of the caller', async () => {
    await testWith({ bindPassword: 'wrong' })
    const tested = await identity.app.inject({
      method: 'POST',
      url: '/sign-in-providers/company/test',
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'ru' },
    })
    const { advice } = tested.json().item.steps.find((each: Step) => each.step === 'bind')
    assert.match(advice, /^Укажите bindDn и bindPassword/)
    await testWith({ bindPassword: serviceAccount.password })
  })

  const problems: [string, object, string[]][] = [
    ['a name that does not exist', { urls: ['ldaps://ldap.invalid'] }, ['address', 'address_unknown']],
    [
      'a certificate of an unknown authority',
      { certificateAuthority: null },
      ['certificate', 'certificate_untrusted_in_directory'],
    ],
    ['a wrong password of the service account', { bindPassword: 'wrong' }, ['bind', 'bind_refused']],
    ['a service account that is no DN', { bindDn: 'atrium' }, ['bind', 'bind_dn_invalid']],
    [
      'a base that does not exist',
      { baseDn: 'ou=nobody,dc=example,dc=org' },
      ['mapping', 'mapping_base_missing'],
    ],
    ['a filter that finds nobody', { userFilter: '(employeeNumber={login})' }, ['mapping', 'mapping_nobody']],
    ['an identifier that entries lack', { idAttribute: 'objectGUID' }, ['mapping', 'mapping_id_missing']],
    [
      'an attribute without addresses',
      { emailAttribute: 'labeledURI' },
      ['mapping', 'mapping_email_missing'],
    ],
    [
      'a group that does not exist',
      { requiredGroup: 'cn=gone,dc=example,dc=org' },
      ['groups', 'group_missing'],
    ],
    [
      'a base of groups that does not exist',
      { groupBaseDn: 'ou=gone,dc=example,dc=org' },
      ['groups', 'group_base_missing'],
    ],
  ]
  const restored = {
    ...fine,
    slug: undefined,
    kind: undefined,
    idAttribute: 'entryUUID',
    emailAttribute: 'mail',
    requiredGroup: null,
    groupMapping: [],
    groupBaseDn: null,
    allowsPlainText: false,
  }

  for (const [name, changes, failure] of problems) {
    test(`${name} is named, with the fix`, async () => {
      assert.deepEqual(failureOf(await testWith({ ...restored, ...changes })), failure)
    })
  }

  test('a group that was deleted here is named, with the fix', async () => {
    const { id } = (await owner('POST', '/groups', { name: 'Deleted' })).json().item
    await testWith({ ...restored, groupMapping: [{ from: `cn=staff,${directory.groups}`, groupId: id }] })
    await owner('DELETE', `/groups/${id}`)
    assert.deepEqual(failureOf(await testWith({})), ['groups', 'mapped_group_deleted'])
  })

  test('a server that does not listen, or speaks no TLS, is named; the next one is tested all the same', async () => {
    const closed = `ldap://127.0.0.1:${await freePort()}`
    const next = await testWith({ ...restored, urls: [closed, directory.url] })
    assert.deepEqual(failureOf(next), ['address', 'address_unreachable'])
    assert.equal(next.steps.find(({ step }) => step === 'mapping')?.result, 'ok')
    const plain = createServer(socket => socket.end('no TLS')).listen(0, '127.0.0.1')
    await once(plain, 'listening')
    after(() => plain.close())
    const { port } = plain.address() as { port: number }
    const tested = await testWith({ ...restored, urls: [`ldaps://127.0.0.1:${port}`] })
    assert.deepEqual(failureOf(tested), ['certificate', 'tls_failed'])
    assert.equal(tested.steps.find(({ step }) => step === 'bind')?.code, 'not_checked')
  })

  test('a certificate for another name is refused as a sign-in refuses it', async () => {
    const urls = [directory.url.replace('localhost', '127.0.0.1')]
    assert.deepEqual(failureOf(await testWith({ ...restored, urls })), [
      'certificate',
      'certificate_of_other_host',
    ])
  })

  test('a login that finds nobody, or several people, is said', async () => {
    assert.deepEqual(failureOf(await testWith(restored, 'nobody')), ['mapping', 'mapping_nobody'])
    const ambiguous = await testWith({ ...restored, userFilter: '(|(uid={login})(sn=Stone))' }, 'ada')
    assert.deepEqual(failureOf(ambiguous), ['mapping', 'mapping_several'])
  })

  test('a clock that is off is named, and in which direction', async () => {
    await testWith(restored)
    const { now } = identity.deps
    identity.deps.now = () => new Date(Date.now() + 120_000)
    const tested = await owner('POST', '/sign-in-providers/company/test')
    identity.deps.now = now
    assert.equal(tested.statusCode, 200, tested.body)
    assert.deepEqual(failureOf(tested.json().item), ['clock', 'clock_behind'])
  })

  test('an address that may not be called is refused before anything is sent', async () => {
    const { OUTBOUND_ALLOW: _, ...settings } = identity.deps.settings
    const { openOutbound } = await import('@atrium/outbound/outbound')
    await testWith(restored)
    const { outbound } = identity.deps
    identity.deps.outbound = openOutbound(settings)
    const tested = await owner('POST', '/sign-in-providers/company/test')
    identity.deps.outbound = outbound
    assert.deepEqual(failureOf(tested.json().item), ['address', 'address_reserved'])
  })
}
