import { administrator, startOpenLdap, suffix } from '@atrium/testing/openldap-server'
import { Attribute, Change, Client } from 'ldapts'

export const serviceAccount = { dn: `cn=atrium,${suffix}`, password: 'of the service account' }
export const password = 'of the directory'
const people = `ou=people,${suffix}`
const groups = `ou=groups,${suffix}`

type Attributes = Record<string, string | string[]>

/** An OpenLDAP of a company, which a test fills with people and groups. */
export async function startCompanyDirectory() {
  const server = await startOpenLdap()
  const address = server.url.replace('localhost', '127.0.0.1')

  /** Runs work as the administrator of the directory. */
  async function administer<Result>(work: (client: Client) => Promise<Result>) {
    const client = new Client({ url: address })
    try {
      await client.bind(administrator.dn, administrator.password)
      return await work(client)
    } finally {
      await client.unbind()
    }
  }

  await administer(async client => {
    await client.add(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' })
    for (const [dn, name] of [
      [people, 'people'],
      [groups, 'groups'],
    ] as const) {
      await client.add(dn, { objectClass: 'organizationalUnit', ou: name })
    }
    const account = ['applicationProcess', 'simpleSecurityObject']
    await client.add(serviceAccount.dn, {
      objectClass: account,
      cn: 'atrium',
      userPassword: serviceAccount.password,
    })
  })

  return {
    ...server,
    people,
    groups,
    administer,

    /** Adds someone with a login name, an address and the password of all people here. Returns their DN. */
    addPerson: async (uid: string, more: Attributes = {}) => {
      const dn = `uid=${uid},${people}`
      const attributes = { cn: uid, sn: 'Stone', givenName: uid, mail: `${uid}@example.org`, ...more }
      await administer(client =>
        client.add(dn, { objectClass: 'inetOrgPerson', uid, userPassword: password, ...attributes }),
      )
      return dn
    },
    /** Only groupOfNames shows in `memberOf` of its members. */
    addGroup: async (
      name: string,
      members: string[],
      objectClass: 'groupOfNames' | 'groupOfUniqueNames' = 'groupOfNames',
    ) => {
      const dn = `cn=${name},${groups}`
      const attribute = objectClass === 'groupOfNames' ? 'member' : 'uniqueMember'
      await administer(client => client.add(dn, { objectClass, cn: name, [attribute]: members }))
      return dn
    },
    /** How many binds the directory has seen; asking for it is none. */
    countBinds: async () => {
      const client = new Client({ url: address })
      const { searchEntries } = await client.search('cn=Bind,cn=Operations,cn=Monitor', {
        scope: 'base',
        attributes: ['monitorOpCompleted'],
      })
      await client.unbind()
      return Number(searchEntries[0]?.monitorOpCompleted)
    },
    remove: (dn: string) => administer(client => client.del(dn)),
    /** Replaces, adds or deletes the values of one attribute. */
    change: (dn: string, operation: 'replace' | 'add' | 'delete', type: string, values: string[]) =>
      administer(client =>
        client.modify(dn, new Change({ operation, modification: new Attribute({ type, values }) })),
      ),
    /** The settings of a provider for this directory. */
    provider: (more: object = {}) => ({
      slug: 'company',
      kind: 'ldap',
      name: 'Company',
      urls: [server.url],
      certificateAuthority: server.certificateAuthority,
      bindDn: serviceAccount.dn,
      bindPassword: serviceAccount.password,
      baseDn: people,
      userFilter: '(&(objectClass=inetOrgPerson)(|(uid={login})(mail={login})))',
      ...more,
    }),
  }
}
