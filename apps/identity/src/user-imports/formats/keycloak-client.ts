import type { ReadRecord } from './format.ts'

interface KeycloakClient {
  clientId?: string
  name?: string
  protocol?: string
  enabled?: boolean
  publicClient?: boolean
  bearerOnly?: boolean
  standardFlowEnabled?: boolean
  consentRequired?: boolean
  secret?: string
  rootUrl?: string
  redirectUris?: string[]
  webOrigins?: string[]
  defaultClientScopes?: string[]
  optionalClientScopes?: string[]
  attributes?: Record<string, string>
}

const OWN_CLIENTS = [
  'account',
  'account-console',
  'admin-cli',
  'broker',
  'realm-management',
  'master-realm',
  'security-admin-console',
]

/** Undefined for the clients that every realm has. Users of an application keep signing in without being asked, as before. */
export function toClientRecord(fields: object): ReadRecord | undefined {
  const client = fields as KeycloakClient
  const { clientId = '' } = client
  if (OWN_CLIENTS.includes(clientId)) return undefined
  const reason = findReasonToSkip(client)
  if (reason) return { kind: 'skipped', clientId, reason }
  const addresses = (client.redirectUris ?? []).map(uri => (uri.startsWith('/') ? client.rootUrl + uri : uri))
  const redirectUris = addresses.filter(isExact)
  const dropped = addresses.filter(uri => !isExact(uri))
  const isMasked = !client.secret || /^\*+$/.test(client.secret)
  const notes = [
    ...dropped.map(uri => `${uri} was left out: Atrium compares redirect URIs character by character`),
    ...(isMasked && !client.publicClient
      ? ['The file has no secret; atrium client:rotate-secret creates one']
      : []),
  ]
  return {
    kind: 'client',
    clientId,
    client: {
      name: (client.name && !client.name.startsWith('${') ? client.name : clientId).slice(0, 100),
      grantTypes: 'authorization_code refresh_token',
      scope: scopeOf(client),
      redirectUris,
      resources: [],
      isPublic: client.publicClient === true,
      ...(client.attributes?.['pkce.code.challenge.method'] === 'S256' && { requiresPkce: true }),
      webOrigins: originsOf(client, redirectUris),
      postLogoutRedirectUris: logoutUrisOf(client, redirectUris),
    },
    isTrusted: client.consentRequired !== true,
    ...(!isMasked && client.secret && { secret: client.secret }),
    notes,
  }
}

function findReasonToSkip({
  clientId = '',
  protocol,
  enabled,
  standardFlowEnabled,
  ...client
}: KeycloakClient) {
  if (!/^[\x21-\x7e]{1,80}$/.test(clientId)) return 'A client ID has at most 80 characters without spaces'
  if (protocol && protocol !== 'openid-connect') return `Atrium has no ${protocol}`
  if (enabled === false) return 'It is disabled there'
  if (client.bearerOnly || standardFlowEnabled === false)
    return 'Nobody signs in through it; create it with atrium client:create if it needs tokens of its own'
  const hasAddress = client.redirectUris?.some(uri => isExact(uri))
  return hasAddress ? undefined : 'It has no redirect URI without a wildcard'
}

function isExact(uri: string) {
  return !uri.includes('*')
}

function scopeOf({ defaultClientScopes = [], optionalClientScopes = [] }: KeycloakClient) {
  const named = [...defaultClientScopes, ...optionalClientScopes]
  const optional = ['phone', 'groups', 'offline_access'].filter(scope => named.includes(scope))
  return ['openid', 'profile', 'email', ...optional].join(' ')
}

/** `+` stands for the origins of the redirect URIs. */
function originsOf({ webOrigins = [] }: KeycloakClient, redirectUris: string[]) {
  const own = webOrigins.includes('+')
    ? redirectUris.filter(uri => URL.canParse(uri)).map(uri => new URL(uri).origin)
    : []
  return [...new Set([...webOrigins.filter(origin => origin !== '+' && isExact(origin)), ...own])]
}

/** `+` stands for the redirect URIs; several are separated by `##`. */
function logoutUrisOf({ attributes = {} }: KeycloakClient, redirectUris: string[]) {
  const uris = (attributes['post.logout.redirect.uris'] ?? '').split('##').filter(Boolean)
  return [...new Set(uris.flatMap(uri => (uri === '+' ? redirectUris : isExact(uri) ? [uri] : [])))]
}
