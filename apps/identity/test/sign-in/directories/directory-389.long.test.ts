import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  administrator,
  lacksDirectory389,
  startDirectory389,
  suffix,
} from '@atrium/testing/directory389-server'
import { Attribute, Change, Client } from 'ldapts'
import { syncDirectory } from '#sign-in/directory-sync/directory-sync.ts'
import { getProvider } from '#sign-in/providers/provider.queries.ts'
import { startIdentity } from '../../identity-service.ts'
import { as, cookiesOf } from '../../people.ts'
import { asOwner } from '../providers/upstream-flow.ts'

const password = 'Of-the-directory-1'
const people = `ou=people,${suffix}`
const staff = `cn=staff,ou=groups,${suffix}`
const service = { dn: `uid=atrium,${suffix}`, password: 'of the service account' }

/** The settings that docs/sign-in-providers.md recommends for 389 Directory Server. */
const recommended = {
  slug: 'company',
  kind: 'ldap',
  name: 'Company',
  createUsers: 'always',
  bindDn: service.dn,
  bindPassword: service.password,
  baseDn: people,
  idAttribute: 'nsUniqueId',
  userFilter: '(&(objectClass=inetOrgPerson)(|(uid={login})(mail={login})))',
}

test('people of a 389 Directory Server sign in, are known by their unique id, have groups, and are archived when they leave', {
  skip: lacksDirectory389() ?? false,
}, async () => {
  const server = await startDirectory389()
  const client = new Client({ url: server.address })
  await client.bind(administrator.dn, administrator.password)
  await fill(client)
  const identity = await startIdentity({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: 'localhost,127.0.0.1' })
  const { deps } = identity
  const owner = await asOwner(identity)
  const { certificateAuthority } = server
  const urls = [server.url, server.tlsUrl]
  const added = await owner('POST', '/sign-in-providers', { ...recommended, urls, certificateAuthority })
  assert.equal(added.statusCode, 200, added.body)

  const login = (username: string, typed = password) =>
    identity.app.inject({ method: 'POST', url: '/auth/login', payload: { username, password: typed } })
  const userOf = async (username: string) => {
    const response = await login(username)
    assert.equal(response.statusCode, 200, `${username}: ${response.body}`)
    return (await as(identity, cookiesOf(response).access_token ?? '')('GET', '/users/me')).json().item
  }
  const statusOf = async (id: number) => (await owner('GET', `/users/${id}`)).json().item.status

  await owner('PUT', '/sign-in-providers/company', { requiredGroup: staff.toUpperCase() })
  const tested = await owner('POST', '/sign-in-providers/company/test', { login: 'ada' })
  const codes = tested.json().item.steps.map(({ code }: { code: string }) => code)
  const expected = ['address_answers', 'certificate_valid', 'clock_agrees', 'not_used', 'bind_accepted']
  assert.deepEqual(codes, [...expected, 'not_used', 'mapping_entry', 'groups_of_entry'], tested.body)

  const ada = await userOf('ada')
  assert.deepEqual([ada.name, ada.surname, ada.email], ['ada', 'Stone', 'ada@mail.example'])
  assert.equal((await userOf('ADA@mail.example')).id, ada.id)
  const [{ subject }] = (await owner('GET', `/users/${ada.id}/identities`)).json().items
  assert.match(subject, /^[\da-f]{8}(-[\da-f]{8}){3}$/)
  for (const typed of ['wrong', '']) assert.equal((await login('ada', typed)).statusCode, 401)
  for (const hostile of ['*', 'ad*', 'ada)(cn=*']) assert.equal((await login(hostile)).statusCode, 401)
  assert.equal((await login('eve')).statusCode, 403, 'not in the group')
  for (const url of urls) {
    await owner('PUT', '/sign-in-providers/company', { urls: [url] })
    assert.equal((await userOf('ada')).id, ada.id, url)
  }

  // Another DN in the directory is the same account here; its groups follow.
  await client.modifyDN(`uid=ada,${people}`, 'uid=countess')
  assert.equal((await userOf('countess')).id, ada.id)
  assert.equal((await login('ada')).statusCode, 401)

  const [ben, cleo] = [await userOf('ben'), await userOf('cleo')]
  for (const name of ['dan', 'fay']) await userOf(name)
  await change(client, `uid=ben,${people}`, 'add', 'nsAccountLock', 'true')
  assert.equal((await login('ben')).statusCode, 401, 'locked in the directory')
  await change(client, staff, 'delete', 'member', `uid=cleo,${people}`)
  const { checked, departed } = await syncDirectory(deps, await getProvider(deps.db, 'company'))
  assert.deepEqual([checked, departed], [5, 2])
  assert.deepEqual(
    [await statusOf(ada.id), await statusOf(ben.id), await statusOf(cleo.id)],
    ['active', 'archived', 'archived'],
  )
  await client.unbind()
})

async function fill(client: Client) {
  await client.add(suffix, {
    objectClass: ['top', 'domain'],
    dc: 'example',
    aci: [
      `(targetattr != "userPassword")(version 3.0; acl "Atrium"; allow (read, search, compare) userdn = "ldap:///${service.dn}";)`,
    ],
  })
  for (const name of ['people', 'groups']) {
    await client.add(`ou=${name},${suffix}`, { objectClass: 'organizationalUnit', ou: name })
  }
  const account = ['account', 'simpleSecurityObject']
  await client.add(service.dn, { objectClass: account, uid: 'atrium', userPassword: service.password })
  const names = ['ada', 'ben', 'cleo', 'dan', 'eve', 'fay']
  for (const uid of names) {
    await client.add(`uid=${uid},${people}`, {
      objectClass: ['inetOrgPerson', 'nsMemberOf'],
      ...{ uid, cn: uid, givenName: uid, sn: 'Stone' },
      mail: `${uid}@mail.example`,
      userPassword: password,
    })
  }
  const member = names.filter(name => name !== 'eve').map(uid => `uid=${uid},${people}`)
  await client.add(staff, { objectClass: 'groupOfNames', cn: 'staff', member })
}

function change(client: Client, dn: string, operation: 'add' | 'delete', type: string, value: string) {
  const modification = new Attribute({ type, values: [value] })
  return client.modify(dn, new Change({ operation, modification }))
}
