import { X509Certificate } from 'node:crypto'
import type { ValidationFailed } from '#errors.ts'
import type { LdapSettings, OidcSettings, ProviderKind } from './provider.contract.ts'

/** What is wrong with which field. */
export type FieldProblems = ConstructorParameters<typeof ValidationFailed>[0]

/** The rules that a schema cannot express. Whether an address may be called is checked apart. */
export function findSettingProblems(kind: ProviderKind, settings: object): FieldProblems {
  return kind === 'ldap'
    ? findLdapProblems(settings as Partial<LdapSettings>)
    : findOAuthProblems(kind, settings as Partial<OidcSettings>)
}

function findOAuthProblems(kind: ProviderKind, { issuer, scopes }: Partial<OidcSettings>): FieldProblems {
  return {
    ...(issuer !== undefined && !isIssuer(issuer) && { issuer: 'issuer_expected' }),
    ...(kind === 'oidc' && !scopes?.split(' ').includes('openid') && { scopes: 'openid_scope_expected' }),
  }
}

/** An issuer has no query and no fragment (OpenID Connect Discovery §3). */
function isIssuer(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && search === '' && hash === ''
}

function findLdapProblems(settings: Partial<LdapSettings>): FieldProblems {
  const { urls = [], userFilter = '', groupFilter = '', certificateAuthority } = settings
  return {
    ...(!urls.every(isDirectory) && { urls: 'ldap_address_expected' }),
    ...(!isFilterWith('{login}', userFilter) && {
      userFilter: expected('login_filter_expected', '{login}', '(uid={login})'),
    }),
    ...(!isFilterWith('{dn}', groupFilter) && {
      groupFilter: expected('group_filter_expected', '{dn}', '(member={dn})'),
    }),
    ...(certificateAuthority &&
      !isCertificate(certificateAuthority) && { certificateAuthority: 'pem_expected' }),
  }
}

function expected<const Code extends string>(code: Code, placeholder: string, example: string) {
  return { code, placeholder, example }
}

function isDirectory(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname, search } = new URL(text)
  return /^ldaps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && search === ''
}

/** Whether it is enclosed in matching parentheses and has the placeholder. The directory checks the rest. */
function isFilterWith(placeholder: string, filter: string) {
  let depth = 0
  for (const [index, character] of [...filter.trim()].entries()) {
    if (character === '(') depth += 1
    else if (depth === 0) return false
    if (character === ')') depth -= 1
    if (depth === 0 && index < filter.trim().length - 1) return false
  }
  return depth === 0 && filter.includes(placeholder)
}

function isCertificate(text: string) {
  try {
    return new X509Certificate(text).subject !== ''
  } catch {
    return false
  }
}
