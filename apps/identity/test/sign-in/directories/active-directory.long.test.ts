import assert from 'node:assert/strict'
import { test } from 'node:test'
import { administrator, lacksSamba, startSambaDomain, suffix } from '@atrium/testing/samba-server'
import { syncDirectory } from '#sign-in/directory-sync/directory-sync.ts'
import { getProvider } from '#sign-in/providers/provider.queries.ts'
import { startIdentity } from '../../identity-service.ts'
import { as, cookiesOf } from '../../people.ts'
import { asOwner } from '../providers/upstream-flow.ts'

const password = 'Of-the-directory-1'
const people = `CN=Users,${suffix}`

/** The settings that docs/sign-in-providers.md recommends for Active Directory. */
const recommended = {
  slug: 'company',
  kind: 'ldap',
  name: 'Company',
  createUsers: 'always',
  bindDn: administrator.dn,
  bindPassword: administrator.password,
  baseDn: suffix.toLowerCase(),
  idAttribute: 'objectGUID',
  userFilter:
    '(&(objectCategory=person)(|(sAMAccountName={login})(userPrincipalName={login})(mail={login})))',
}

test('people of an Active Directory sign in, are known by their GUID, have nested groups, and are archived when they leave', {
  skip: lacksSamba() ?? false,
}, async () => {
  const domain = await startSambaDomain()
  const identity = await startIdentity({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.0/8' })
  const { deps } = identity
  const owner = await asOwner(identity)
  const { certificateAuthority } = domain
  const urls = [domain.tlsUrl, domain.url]
  const added = await owner('POST', '/sign-in-providers', { ...recommended, urls, certificateAuthority })
  assert.equal(added.statusCode, 200, added.body)

  const login = (username: string, typed = password) =>
    identity.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password: typed } })
  const userOf = async (username: string) => {
    const response = await login(username)
    assert.equal(response.statusCode, 200, `${username}: ${response.body}`)
    const token = cookiesOf(response).access_token ?? ''
    const user = (await as(identity, token)('GET', '/users/me')).json().item
    return {
      ...user,
      isSignedIn: async () => (await as(identity, token)('GET', '/users/me')).statusCode === 200,
    }
  }
  const createUser = (name: string) =>
    domain.manage(
      'user',
      'create',
      name,
      password,
      `--mail-address=${name}@mail.example`,
      '--surname=Stone',
      `--given-name=${name}`,
    )
  const statusOf = async (id: number) => (await owner('GET', `/users/${id}`)).json().item.status

  for (const name of ['ada', 'ben', 'cleo', 'dan', 'eva', 'fay']) await createUser(name)
  await domain.manage('group', 'add', 'Staff')
  await domain.manage('group', 'add', 'Designers')
  await domain.manage('group', 'addmembers', 'Staff', 'Designers')
  await domain.manage('group', 'addmembers', 'Designers', 'ada')

  const tested = await owner('POST', '/sign-in-providers/company/test', { login: 'ada' })
  const failed = tested.json().item.steps.filter(({ result }: { result: string }) => result === 'failed')
  assert.deepEqual(failed, [], tested.body)

  // Three names of one account.
  const ada = await userOf('ada')
  assert.deepEqual([ada.name, ada.surname, ada.email], ['ada', 'Stone', 'ada@mail.example'])
  for (const name of ['ADA', 'ada@example.org', 'ada@mail.example'])
    assert.equal((await userOf(name)).id, ada.id)
  const [{ subject }] = (await owner('GET', `/users/${ada.id}/identities`)).json().items
  assert.match(subject, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  assert.equal((await login('ada', 'wrong')).statusCode, 401)
  assert.equal((await login('ada', '')).statusCode, 401)
  for (const hostile of ['*', 'ad*', 'ada)(cn=*', '\\61da'])
    assert.equal((await login(hostile)).statusCode, 401)
  for (const url of urls) {
    await owner('PUT', '/sign-in-providers/company', { urls: [url] })
    assert.equal((await userOf('ada')).id, ada.id, url)
  }

  // A group within a group counts.
  const { item: group } = (await owner('POST', '/groups', { name: 'Staff' })).json()
  const staff = `CN=Staff,${people}`
  const groupMapping = [{ from: staff.toLowerCase(), groupId: group.id }]
  await owner('PUT', '/sign-in-providers/company', { groupMapping })
  await userOf('ada')
  await userOf('ben')
  const { items } = (await owner('GET', `/groups/${group.id}/members`)).json()
  assert.deepEqual(
    items.map(({ userId }: { userId: number }) => userId),
    [ada.id],
  )

  // Another name in the directory is the same account here.
  await domain.manage(
    'user',
    'rename',
    'ada',
    '--samaccountname=countess',
    '--surname=Byron',
    '--force-new-cn=Countess',
  )
  assert.equal((await userOf('countess')).id, ada.id)
  assert.equal((await userOf('ada@mail.example')).id, ada.id)
  assert.equal((await login('ada')).statusCode, 401)

  // Disabled, password expired and gone.
  const [ben, cleo, eva] = [await userOf('ben'), await userOf('cleo'), await userOf('eva')]
  await userOf('dan')
  await userOf('fay')
  await domain.manage('user', 'disable', 'ben')
  assert.equal((await login('ben')).statusCode, 401)
  await domain.manage(
    'user',
    'setpassword',
    'eva',
    `--newpassword=${password}2`,
    '--must-change-at-next-login',
  )
  assert.equal((await login('eva', `${password}2`)).statusCode, 401, 'only the directory can change it')
  await domain.manage('user', 'delete', 'cleo')
  assert.equal((await login('cleo')).statusCode, 401)
  const { checked, departed } = await syncDirectory(deps, await getProvider(deps.db, 'company'))
  assert.deepEqual([checked, departed], [6, 2])
  assert.deepEqual(
    [await statusOf(ben.id), await statusOf(cleo.id), await statusOf(eva.id)],
    ['archived', 'archived', 'active'],
  )
  assert.deepEqual(
    [await ben.isSignedIn(), await cleo.isSignedIn(), await eva.isSignedIn()],
    [false, false, true],
  )
})
