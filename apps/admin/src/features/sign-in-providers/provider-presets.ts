import type { NewSignInProvider } from '@atrium/identity/sign-in/providers/provider.contract'

type Kind = NewSignInProvider['kind']

/** What a provider of this sort needs; everything but the kind can be changed later. */
interface Preset {
  kind: Kind
  slug: string
  /** The name on the button of the sign-in page; without it the administrator's company has one. */
  name?: string
  /** What the form asks for instead of an issuer, and how it becomes one. */
  issuer?: { parts: readonly IssuerPart[]; from: (parts: Record<IssuerPart, string>) => string }
  fields?: Omit<Partial<NewSignInProvider>, 'slug' | 'kind' | 'name' | 'issuer'>
}

export const issuerParts = ['issuer', 'tenant', 'server', 'realm', 'application'] as const
export type IssuerPart = (typeof issuerParts)[number]

const openLdapUser = '(&(objectClass=inetOrgPerson)(|(uid={login})(mail={login})))'

const presets = {
  google: {
    kind: 'oidc',
    slug: 'google',
    name: 'Google',
    issuer: { parts: [], from: () => 'https://accounts.google.com' },
    fields: { trustsEmail: true },
  },
  entra: {
    kind: 'oidc',
    slug: 'microsoft',
    name: 'Microsoft',
    issuer: { parts: ['tenant'], from: ({ tenant }) => `https://login.microsoftonline.com/${tenant}/v2.0` },
    fields: { groupsClaim: 'groups' },
  },
  github: { kind: 'github', slug: 'github', name: 'GitHub', fields: { trustsEmail: true } },
  keycloak: {
    kind: 'oidc',
    slug: 'keycloak',
    issuer: { parts: ['server', 'realm'], from: ({ server, realm }) => `${server}/realms/${realm}` },
    fields: { groupsClaim: 'groups' },
  },
  authentik: {
    kind: 'oidc',
    slug: 'authentik',
    // With the slash at the end: Authentik's issuer has it.
    issuer: {
      parts: ['server', 'application'],
      from: ({ server, application }) => `${server}/application/o/${application}/`,
    },
    fields: { groupsClaim: 'groups' },
  },
  atrium: {
    kind: 'oidc',
    slug: 'atrium',
    issuer: { parts: ['server'], from: ({ server }) => server },
    fields: { scopes: 'openid profile email groups', groupsClaim: 'groups' },
  },
  openid: {
    kind: 'oidc',
    slug: 'company',
    issuer: { parts: ['issuer'], from: ({ issuer }) => issuer },
  },
  activeDirectory: {
    kind: 'ldap',
    slug: 'active-directory',
    fields: {
      userFilter:
        '(&(objectCategory=person)(objectClass=user)(|(sAMAccountName={login})(userPrincipalName={login})(mail={login})))',
      idAttribute: 'objectGUID',
      // Matches groups inside of groups, too.
      groupFilter: '(member:1.2.840.113556.1.4.1941:={dn})',
    },
  },
  openLdap: {
    kind: 'ldap',
    slug: 'ldap',
    fields: {
      userFilter: openLdapUser,
      idAttribute: 'entryUUID',
      groupFilter: '(|(member={dn})(uniqueMember={dn}))',
    },
  },
  directory389: {
    kind: 'ldap',
    slug: 'directory',
    fields: {
      userFilter: openLdapUser,
      idAttribute: 'nsUniqueId',
      groupFilter: '(|(member={dn})(uniqueMember={dn}))',
    },
  },
} as const satisfies Record<string, Preset>

export type PresetName = keyof typeof presets

export const presetGroups = {
  services: ['google', 'entra', 'github'],
  servers: ['keycloak', 'authentik', 'atrium', 'openid'],
  directories: ['activeDirectory', 'openLdap', 'directory389'],
} as const satisfies Record<string, readonly PresetName[]>

export function findPreset(name: string | undefined) {
  return name !== undefined && name in presets ? (name as PresetName) : undefined
}

export function presetOf(name: PresetName): Preset {
  return presets[name]
}

/** The slug that stays in addresses for good: the usual one, or one with a number if that is taken. */
export function freeSlug(wanted: string, taken: string[]) {
  const numbered = [
    wanted,
    ...Array.from({ length: taken.length + 1 }, (_, index) => `${wanted}-${index + 2}`),
  ]
  return numbered.find(slug => !taken.includes(slug)) ?? wanted
}

/** What was typed as parts of an address, without the slashes that people copy with it. */
export function issuerOf(name: PresetName, values: Record<IssuerPart, string>) {
  const trimmed = Object.fromEntries(
    issuerParts.map(part => [part, part === 'issuer' ? values[part].trim() : withoutSlashes(values[part])]),
  ) as Record<IssuerPart, string>
  return presetOf(name).issuer?.from(trimmed)
}

function withoutSlashes(text: string) {
  return text.trim().replace(/^\/+|\/+$/g, '')
}
