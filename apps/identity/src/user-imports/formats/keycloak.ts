import { base32 } from '#sign-in/two-factor/time-code.ts'
import type { ImportFormat, ReadRecord } from './format.ts'
import { readArrays } from './json-arrays.ts'
import { toClientRecord } from './keycloak-client.ts'

/** A realm with its users in the same file, as `kc.sh export --users realm_file` writes it. */
export const keycloak: ImportFormat = {
  id: 'keycloak',
  read: async function* (chunks) {
    for await (const { name, line, value } of readArrays(chunks, ['users', 'clients'])) {
      const record = name === 'users' ? toUserRecord(value as KeycloakUser) : toClientRecord(value)
      if (record) yield { line, ...record }
    }
  },
}

interface KeycloakUser {
  email?: string
  username?: string
  firstName?: string
  lastName?: string
  enabled?: boolean
  emailVerified?: boolean
  createdTimestamp?: number
  attributes?: Record<string, string[]>
  credentials?: KeycloakCredential[]
  realmRoles?: string[]
  groups?: string[]
  serviceAccountClientId?: string
}

interface KeycloakCredential {
  type: string
  /** Both are JSON in a string. */
  credentialData?: string
  secretData?: string
}

const OWN_ROLES = /^(?:default-roles-.*|offline_access|uma_authorization)$/

function toUserRecord(user: KeycloakUser): ReadRecord | undefined {
  if (user.serviceAccountClientId) return undefined // belongs to a client
  const { email, firstName, lastName, attributes = {}, credentials = [] } = user
  const since = new Date(user.createdTimestamp ?? Date.now()).toISOString()
  const password = credentials.find(({ type }) => type === 'password')
  const otp = credentials.find(({ type }) => type === 'otp')
  const [otpSecret, otpNote] = otp ? readOtp(otp) : [null, undefined]
  const notes = [
    ...(otpNote ? [otpNote] : []),
    ...(credentials.some(({ type }) => type.startsWith('webauthn'))
      ? ['Passkeys are bound to the old address and were not taken over']
      : []),
  ]
  return {
    kind: 'user',
    hasForeignRoles: true,
    username: user.username,
    fields: {
      email,
      name: firstName || user.username || email?.split('@')[0],
      surname: lastName ?? '',
      phone: attributes.phoneNumber?.[0] ?? attributes.phone?.[0] ?? null,
      emailVerifiedAt: user.emailVerified ? since : null,
      archivedAt: user.enabled === false ? new Date().toISOString() : null,
      passwordHash: password ? readPassword(password) : null,
      otpSecret,
      groups: (user.groups ?? []).map(path => path.replace(/^\//, '')),
      roles: (user.realmRoles ?? []).filter(role => !OWN_ROLES.test(role)),
    },
    ...(notes.length > 0 && { notes }),
  }
}

/** Returns the hash in the usual notation; one that cannot be read is refused there. */
function readPassword(credential: KeycloakCredential) {
  const { algorithm, hashIterations, additionalParameters = {} } = dataOf(credential.credentialData)
  const { value, salt } = dataOf(credential.secretData)
  if (String(algorithm).startsWith('pbkdf2'))
    return `$${algorithm}$i=${hashIterations}$${unpadded(salt)}$${unpadded(value)}`
  if (algorithm !== 'argon2') return String(algorithm)
  const { memory, parallelism, type } = additionalParameters as Record<string, string[]>
  const cost = `m=${memory?.[0]},t=${hashIterations},p=${parallelism?.[0]}`
  return `$argon2${type?.[0] ?? 'id'}$v=19$${cost}$${unpadded(salt)}$${unpadded(value)}`
}

/** Before version 26, Keycloak stored the key of an authenticator app as text that is not base32. */
function readOtp(credential: KeycloakCredential): [secret: string | null, note?: string] {
  const { subType, digits, period, algorithm, secretEncoding } = dataOf(credential.credentialData)
  const { value } = dataOf(credential.secretData)
  const isUsual = subType === 'totp' && digits === 6 && period === 30 && algorithm === 'HmacSHA1'
  if (!isUsual || typeof value !== 'string')
    return [null, 'The authenticator app has to be set up again: Atrium uses 6 digits, 30 seconds and SHA-1']
  return [secretEncoding === 'BASE32' ? value.replaceAll('=', '') : base32(Buffer.from(value))]
}

function dataOf(text: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}

function unpadded(base64: unknown) {
  return String(base64).replace(/=+$/, '')
}
