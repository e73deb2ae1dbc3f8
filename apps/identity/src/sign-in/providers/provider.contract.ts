import { contractsOf } from '@atrium/core/contract'
import { Body, Id, Instant, Item, List, ListQuery, Message, Name, Nullable, OneOf } from '@atrium/core/schema'
import { type Static, Type } from 'typebox'
import { needs, permission } from '#access.contract.ts'

export const providerKinds = ['oidc', 'github', 'ldap'] as const
export type ProviderKind = (typeof providerKinds)[number]

const Kind = OneOf(...providerKinds)
const Slug = Type.String({ pattern: '^[a-z0-9-]{1,40}$' })
const CreateUsers = Type.Unsafe<'always' | 'invited' | 'never'>({
  ...OneOf('always', 'invited', 'never'),
  description: 'Who gets an account at their first sign-in; by default as REGISTRATION says',
})
const Text = Type.String({ minLength: 1, maxLength: 1000 })
const Address = Type.String({ minLength: 1, maxLength: 2000 })
const Attribute = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9;-]{0,99}$' })
const Group = Type.String({ minLength: 1, maxLength: 1000 })

const GroupMapping = Type.Array(Body({ from: Group, groupId: Id }), {
  maxItems: 500,
  description: 'Groups of the provider, and the group here whose members their members are',
})

/** What every provider has. */
const common = {
  name: Name(60),
  icon: Nullable(
    Type.String({ maxLength: 40, format: 'single-line', description: 'Shown on the button: an emoji' }),
  ),
  isEnabled: Type.Boolean(),
  createUsers: CreateUsers,
  allowedDomains: Type.Array(
    Type.String({ trim: true, pattern: '^[^\\s@]+$', minLength: 1, maxLength: 253 }),
    {
      maxItems: 100,
      uniqueItems: true,
      description: 'Only people with an address in one of these domains sign in; empty allows all',
    },
  ),
  trustsEmail: Type.Boolean({ description: 'Whether addresses that the provider has verified count here' }),
  groupMapping: GroupMapping,
  requiredGroup: Nullable(Type.String({ minLength: 1, maxLength: 1000, description: 'For LDAP a DN' })),
  order: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  isDefault: Type.Boolean({ description: 'Whether the sign-in page leads there at once' }),
}

const CommonFields = Type.Object(common)
export type CommonFields = Static<typeof CommonFields>

const oauthFields = {
  issuer: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'For GitHub its address, by default https://github.com',
  }),
  clientId: Text,
  scopes: Type.String({ minLength: 1, maxLength: 2000, description: 'Separated by spaces' }),
}

const oidcFields = {
  ...oauthFields,
  groupsClaim: Nullable(
    Type.String({ minLength: 1, maxLength: 200, description: 'The claim with groups, such as `groups`' }),
  ),
  endsSession: Type.Boolean({ description: 'Whether signing out here signs out there' }),
  trustsSecondFactor: Type.Boolean({
    description: 'Whether its second factor counts, which `amr` has to name',
  }),
}

/** Finds the groups of an entry, whichever of the two standard classes they have. */
export const anyMember = '(|(member={dn})(uniqueMember={dn}))'

const ldapFields = {
  urls: Type.Array(Address, {
    minItems: 1,
    maxItems: 10,
    uniqueItems: true,
    description:
      '`ldaps://…`, or `ldap://…` with StartTLS. They are tried in order; `allowsPlainText` allows ldap:// without encryption',
  }),
  allowsPlainText: Type.Boolean(),
  certificateAuthority: Nullable(
    Type.String({ minLength: 1, maxLength: 100_000, description: 'A certificate in PEM to trust' }),
  ),
  bindDn: Nullable(Text),
  baseDn: Text,
  userFilter: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'Finds the entry of a user; `{login}` stands for what they type',
  }),
  idAttribute: Attribute,
  emailAttribute: Attribute,
  nameAttributes: Type.Array(Attribute, {
    minItems: 2,
    maxItems: 2,
    description: 'The attributes with the first and the last name',
  }),
  groupBaseDn: Nullable(Text),
  groupFilter: Type.String({
    minLength: 1,
    maxLength: 2000,
    description: 'Finds the groups of an entry below `groupBaseDn`; `{dn}` stands for its DN',
  }),
  syncMinutes: Type.Integer({ minimum: 1, maximum: 1440 }),
}

const OidcSettings = Type.Object(oidcFields)
export type OidcSettings = Static<typeof OidcSettings>

const LdapSettings = Type.Object(ldapFields)
export type LdapSettings = Static<typeof LdapSettings>

const kindFields = { ...oidcFields, ...ldapFields }

/** Secrets are stored encrypted and never returned. */
const secrets = { clientSecret: Text, bindPassword: Text }

export const SignInProvider = Type.Object({
  id: Id,
  slug: Type.String(),
  kind: Kind,
  ...common,
  ...Type.Partial(Type.Object(kindFields)).properties,
  hasSecret: Type.Boolean({ description: 'Whether a client secret or bind password is stored' }),
  callbackUrl: Nullable(
    Type.String({ description: 'The redirect address to register at the provider; none for LDAP' }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
})
export type SignInProvider = Static<typeof SignInProvider>

const changes = Type.Partial(Type.Object({ ...common, ...kindFields, ...secrets })).properties

export const NewSignInProvider = Body({ ...changes, slug: Slug, kind: Kind, name: common.name })
export type NewSignInProvider = Static<typeof NewSignInProvider>

export const SignInProviderChanges = Body(changes)
export type SignInProviderChanges = Static<typeof SignInProviderChanges>

/** The names of fields that a kind has beside the common ones; `github` has those of OAuth. */
export const fieldsOfKind: Record<ProviderKind, readonly string[]> = {
  oidc: Object.keys(oidcFields),
  github: Object.keys(oauthFields),
  ldap: Object.keys(ldapFields),
}
export const allKindFields: readonly string[] = Object.keys(kindFields)
export const secretOfKind = { oidc: 'clientSecret', github: 'clientSecret', ldap: 'bindPassword' } as const

const SlugParams = Type.Object({ slug: Slug })

const contract = contractsOf('Sign-in providers')
const access = needs('system:manage', permission('sign_in_providers.manage'))
const taken = 'sign_in_provider_slug_taken'
const notFound = 'sign_in_provider_not_found'
const refused = 'outbound_address_refused'

export const listSignInProviders = contract('listSignInProviders', 'GET /sign-in-providers', {
  summary: 'List sign-in providers',
  description: 'In the order of their buttons on the sign-in page. Secrets are never returned.',
  access,
  query: ListQuery,
  reply: List(SignInProvider),
})

export const createSignInProvider = contract('createSignInProvider', 'POST /sign-in-providers', {
  summary: 'Add a sign-in provider',
  description:
    'An OpenID provider needs `issuer`, `clientId` and usually `clientSecret`; GitHub `clientId` and `clientSecret`; LDAP `urls` and `baseDn`. Register `callbackUrl` as redirect address at the provider. Addresses must be public, unless the setting OUTBOUND_ALLOW lists their network or host.',
  access,
  body: NewSignInProvider,
  reply: Item(SignInProvider),
  errors: [taken, refused],
})

export const getSignInProvider = contract('getSignInProvider', 'GET /sign-in-providers/:slug', {
  summary: 'Get a sign-in provider',
  description: 'Returns the settings of the provider without its secret.',
  access,
  params: SlugParams,
  reply: Item(SignInProvider),
  errors: [notFound],
})

export const updateSignInProvider = contract('updateSignInProvider', 'PUT /sign-in-providers/:slug', {
  summary: 'Update a sign-in provider',
  description:
    'Changes the fields that are sent. A secret that is not sent stays. Slug and kind never change: linked accounts refer to them. Memberships in groups that `groupMapping` no longer names end at once.',
  access,
  params: SlugParams,
  body: SignInProviderChanges,
  reply: Item(SignInProvider),
  errors: [notFound, refused],
})

export const deleteSignInProvider = contract('deleteSignInProvider', 'DELETE /sign-in-providers/:slug', {
  summary: 'Remove a sign-in provider',
  description:
    'Sign-ins through it end; sessions continue. Memberships in groups that came from it end at once. Linked accounts stay recorded: they work again once a provider with the same slug and issuer is added.',
  access,
  params: SlugParams,
  reply: Message,
  errors: [notFound],
})
