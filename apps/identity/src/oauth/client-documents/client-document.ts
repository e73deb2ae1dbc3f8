import { Type } from 'typebox'
import { Check } from 'typebox/value'
import { DEVICE_CODE } from '../clients/client.contract.ts'
import { isLoopback } from '../clients/redirect-uri.ts'

/** What Atrium takes from a Client ID Metadata Document (draft-ietf-oauth-client-id-metadata-document-02). */
export interface ClientDocument {
  name: string
  redirectUris: string[]
  grantTypes: string[]
}

/** The field that keeps a document from being used. */
export class DocumentProblem extends Error {
  readonly field: string
  constructor(field: string) {
    super(`${field} is missing or not allowed`)
    this.field = field
  }
}

export const MAX_CLIENT_ID = 500
const MAX_NAME = 100
const MAX_REDIRECTS = 20

/** The grants of people; a client that no one vouches for never acts on its own behalf. */
const usableGrants = ['authorization_code', 'refresh_token', DEVICE_CODE]

/** Whether a client ID is meant to be the address of a document. */
export function looksLikeDocument(clientId: string) {
  return /^https?:\/\//i.test(clientId)
}

/**
 * Whether it can be one (§3): https with a path, without a fragment or credentials, and written as it is fetched, so that
 * nothing has two IDs.
 */
export function isDocumentAddress(clientId: string) {
  const url = clientId.length <= MAX_CLIENT_ID ? URL.parse(clientId) : null
  if (url?.protocol !== 'https:' || url.href !== clientId) return false
  return url.pathname !== '/' && !url.username && !url.password && !clientId.includes('#')
}

const Names = Type.Array(Type.String({ maxLength: 2000 }), { maxItems: 100 })
const requiredFields = { redirect_uris: Names, client_name: Type.String({ maxLength: 1000 }) }
const optionalFields = {
  grant_types: Names,
  token_endpoint_auth_method: Type.String(),
  token_endpoint_auth_methods_supported: Names,
}

/** The document at an address, which it has to name itself, character by character. */
export function readDocument(address: string, body: Buffer): ClientDocument {
  const document = parseObject(body)
  if (document.client_id !== address) throw new DocumentProblem('client_id')
  return readMetadata(document)
}

/** The metadata of a public client, from a document or a registration. */
export function readMetadata(metadata: Record<string, unknown>): ClientDocument {
  for (const [name, schema] of Object.entries({ ...requiredFields, ...optionalFields })) {
    const isLeftOut = name in optionalFields && metadata[name] === undefined
    if (!isLeftOut && !Check(schema, metadata[name])) throw new DocumentProblem(name)
  }
  const known = metadata as unknown as Known
  if ('client_secret' in metadata || 'client_secret_expires_at' in metadata) {
    throw new DocumentProblem('client_secret')
  }
  // Some offer a key as well; without any method, RFC 7591 would mean a secret, which a document cannot have.
  const { token_endpoint_auth_method: method = 'none', token_endpoint_auth_methods_supported: others = [] } =
    known
  if (![method, ...others].includes('none')) throw new DocumentProblem('token_endpoint_auth_method')
  const name = plainName(known.client_name)
  if (!name) throw new DocumentProblem('client_name')
  return { name, redirectUris: usableRedirects(known), grantTypes: usedGrants(known) }
}

interface Known {
  client_name: string
  redirect_uris: string[]
  grant_types?: string[]
  application_type?: unknown
  token_endpoint_auth_method?: string
  token_endpoint_auth_methods_supported?: string[]
}

function parseObject(body: Buffer): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  } catch {}
  throw new DocumentProblem('JSON')
}

/** Without characters that would change how the text around it reads. */
function plainName(text: string) {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME)
}

/** Addresses that codes are never sent to, such as those of other schemes, are left out. */
function usableRedirects({ redirect_uris, application_type }: Known) {
  const isWeb = application_type === 'web'
  const usable = [...new Set(redirect_uris)].filter(address => isUsable(address, isWeb))
  if (usable.length === 0 || usable.length > MAX_REDIRECTS) throw new DocumentProblem('redirect_uris')
  return usable
}

function isUsable(address: string, isWeb: boolean) {
  if (!URL.canParse(address) || /[\s*#\p{Cc}]/u.test(address)) return false
  const { protocol, username, password } = new URL(address)
  if (username || password) return false
  return protocol === 'https:' || (!isWeb && isLoopback(address))
}

function usedGrants({ grant_types = ['authorization_code'] }: Known) {
  const used = usableGrants.filter(grant => grant_types.includes(grant))
  if (!used.includes('authorization_code') && !used.includes(DEVICE_CODE)) {
    throw new DocumentProblem('grant_types')
  }
  return used
}
