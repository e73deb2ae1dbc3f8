import { inTransaction } from '@atrium/database/transaction'
import type { Actor } from '#access-control/actor.ts'
import { audit } from '#audit/audit.ts'
import type { Deps } from '#deps.ts'
import { Conflict, ValidationFailed } from '#errors.ts'
import { LOCAL } from '#groups/group.contract.ts'
import { hasGroups } from '#groups/group.queries.ts'
import { endGroupsOfSource } from '#groups/source-groups.commands.ts'
import { type FieldProblems, findSettingProblems } from './check-settings.ts'
import {
  allKindFields,
  anyMember,
  fieldsOfKind,
  type NewSignInProvider,
  type ProviderKind,
  type SignInProvider,
  type SignInProviderChanges,
  secretOfKind,
} from './provider.contract.ts'
import type { StoredProvider } from './provider.queries.ts'
import * as queries from './provider.queries.ts'

export async function createProvider(
  deps: Deps,
  actor: Actor,
  { slug, kind, ...fields }: NewSignInProvider,
): Promise<SignInProvider> {
  if (reservedSlugs.includes(slug)) throw new Conflict('sign_in_provider_slug_taken')
  const { REGISTRATION } = deps.settings
  const created = {
    slug,
    kind,
    icon: null,
    isEnabled: true,
    createUsers: ({ open: 'always', invited: 'invited', closed: 'never' } as const)[REGISTRATION],
    allowedDomains: [],
    trustsEmail: false,
    groupMapping: [] as SignInProvider['groupMapping'],
    requiredGroup: null,
    isDefault: false,
    settings: defaultSettings[kind],
    secret: null,
    order: await queries.nextProviderOrder(deps.db),
  }
  const provider = changed(deps, created, fields)
  await checkProvider(deps, provider, fields)
  await checkMapping(deps, provider, created.groupMapping)
  return inTransaction(deps, async tx => {
    if (provider.isDefault) await queries.clearDefaultProvider(tx)
    await queries.insertProvider(tx, provider)
    const stored = await queries.getProvider(tx, slug)
    await auditProvider(deps, actor, tx, 'created', stored)
    return toRecord(deps, stored)
  })
}

export async function updateProvider(
  deps: Deps,
  actor: Actor,
  slug: string,
  changes: SignInProviderChanges,
): Promise<SignInProvider> {
  const known = await queries.getProvider(deps.db, slug)
  const wanted = changed(deps, known, changes)
  await checkProvider(deps, wanted, changes)
  await checkMapping(deps, wanted, known.groupMapping)
  return inTransaction(deps, async (tx, emit) => {
    const { id, createdAt: _, updatedAt: __, ...before } = await queries.lockProvider(tx, slug)
    const provider = changed(deps, before, changes)
    if (changes.isDefault) await queries.clearDefaultProvider(tx)
    await queries.updateProvider(tx, id, provider, deps.now())
    if (changes.groupMapping) {
      const exceptGroupIds = changes.groupMapping.map(({ groupId }) => groupId)
      await endGroupsOfSource(deps, tx, emit, { source: slug, reporter: actor, exceptGroupIds })
    }
    const stored = await queries.getProvider(tx, slug)
    await auditProvider(deps, actor, tx, 'updated', stored, { fields: Object.keys(changes) })
    return toRecord(deps, stored)
  })
}

export function deleteProvider(deps: Deps, actor: Actor, slug: string) {
  return inTransaction(deps, async (tx, emit) => {
    const stored = await queries.lockProvider(tx, slug)
    await queries.deleteProvider(tx, slug)
    await endGroupsOfSource(deps, tx, emit, { source: slug, reporter: actor })
    await auditProvider(deps, actor, tx, 'deleted', stored)
  })
}

/** What callers see of a provider: everything but its secret. */
export function toRecord(
  { settings: { IDENTITY_URL } }: Pick<Deps, 'settings'>,
  { settings, secret, ...provider }: StoredProvider,
): SignInProvider {
  const callbackUrl = provider.kind === 'ldap' ? null : callbackUrlOf(IDENTITY_URL, provider.slug)
  return { ...provider, ...settings, hasSecret: secret !== null, callbackUrl }
}

/** One address for each provider, so that an answer of another one is recognized (RFC 9700 §4.4). */
export function callbackUrlOf(identityUrl: string, slug: string) {
  return `${identityUrl}/auth/upstream/${slug}/callback`
}

/** The client secret, or the password of the directory's service account. */
export function secretOf({ secrets }: Pick<Deps, 'secrets'>, { secret }: Pick<StoredProvider, 'secret'>) {
  return secret === null ? undefined : secrets.unseal(PURPOSE, secret).toString()
}

const PURPOSE = 'sign-in provider'

/** Memberships in groups name their source by slug; these two are not sign-in providers. */
const reservedSlugs = [LOCAL, 'scim']

type Values = Omit<StoredProvider, 'id' | 'createdAt' | 'updatedAt'>

function changed<Before extends Omit<Values, 'name'> & { name?: string }>(
  { secrets }: Pick<Deps, 'secrets'>,
  before: Before,
  { clientSecret, bindPassword, ...changes }: SignInProviderChanges,
): Values {
  const entries = Object.entries(changes)
  const isOfKind = ([field]: [string, unknown]) => allKindFields.includes(field)
  const sent = { oidc: clientSecret, github: clientSecret, ldap: bindPassword }[before.kind]
  const common = Object.fromEntries(entries.filter(entry => !isOfKind(entry)))
  return {
    ...before,
    name: before.name ?? '',
    ...common,
    settings: { ...before.settings, ...Object.fromEntries(entries.filter(isOfKind)) },
    ...(sent !== undefined && { secret: secrets.seal(PURPOSE, Buffer.from(sent)) }),
  }
}

const defaultSettings: Record<ProviderKind, object> = {
  oidc: {
    scopes: 'openid profile email',
    groupsClaim: null,
    endsSession: false,
    trustsSecondFactor: false,
  },
  github: { issuer: 'https://github.com', scopes: 'read:user user:email' },
  ldap: {
    allowsPlainText: false,
    certificateAuthority: null,
    bindDn: null,
    userFilter: '(|(uid={login})(sAMAccountName={login})(userPrincipalName={login})(mail={login}))',
    idAttribute: 'entryUUID',
    emailAttribute: 'mail',
    nameAttributes: ['givenName', 'sn'],
    groupBaseDn: null,
    groupFilter: anyMember,
    syncMinutes: 15,
  },
}

const requiredOfKind: Record<ProviderKind, string[]> = {
  oidc: ['issuer', 'clientId'],
  github: ['clientId'],
  ldap: ['urls', 'baseDn'],
}

/** One error names every invalid field; addresses are checked last, as that may ask a name server. */
async function checkProvider(deps: Deps, provider: Values, sent: SignInProviderChanges) {
  const { kind, settings, isDefault } = provider
  const known = [...fieldsOfKind[kind], secretOfKind[kind]]
  const foreign = [...allKindFields, 'clientSecret', 'bindPassword'].filter(
    field => field in sent && !known.includes(field),
  )
  const errors: FieldProblems = {
    ...Object.fromEntries(foreign.map(field => [field, { code: 'field_of_other_kind', kind } as const])),
    ...Object.fromEntries(
      requiredOfKind[kind].filter(field => !(field in settings)).map(field => [field, 'required' as const]),
    ),
    ...(isDefault && kind === 'ldap' && { isDefault: 'default_needs_redirect' }),
    ...findSettingProblems(kind, settings),
  }
  if (Object.keys(errors).length > 0) throw new ValidationFailed(errors)
  const { issuer, urls = [] } = settings as { issuer?: string; urls?: string[] }
  if (issuer && 'issuer' in sent) await deps.outbound.check(issuer, 'issuer')
  if ('urls' in sent) for (const url of urls) await deps.outbound.check(url, 'urls', 'ldap')
}

/** A group that was deleted since it was mapped may stay: it gives nothing, and a test of the provider names it. */
async function checkMapping({ db }: Deps, { groupMapping }: Values, known: Values['groupMapping']) {
  const knownIds = known.map(({ groupId }) => groupId)
  const added = groupMapping.map(({ groupId }) => groupId).filter(id => !knownIds.includes(id))
  if (!(await hasGroups(db, added))) throw new ValidationFailed({ groupMapping: 'does_not_exist' })
}

function auditProvider(
  deps: Deps,
  actor: Actor,
  tx: Parameters<typeof audit>[1],
  verb: 'created' | 'updated' | 'deleted',
  { id, slug }: StoredProvider,
  details: Record<string, unknown> = {},
) {
  return audit(deps, tx, actor, {
    action: `sign-in-provider.${verb}`,
    subjectType: 'sign_in_provider',
    subjectId: id,
    details: { slug, ...details },
  })
}
