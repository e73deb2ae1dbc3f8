import { textOf } from '@atrium/core/catalogue'
import { DomainError } from '@atrium/core/errors'
import type { Deps } from '#deps.ts'
import { errorCatalogue } from '#errors.ts'
import type { Route } from '#route.ts'
import { randomToken } from '#tokens/secrets.ts'
import { visitorOf } from '#tokens/visitor.ts'
import { looksLikeDocument } from '../client-documents/client-document.ts'
import { resolveClient } from '../client-documents/resolve-client.ts'
import { DEVICE_CODE } from '../clients/client.contract.ts'
import { allowsGrant, type Client } from '../clients/client.queries.ts'
import { authenticateClient } from '../clients/client-authentication.ts'
import { grantedAccess } from '../clients/granted-access.ts'
import { OAuthError } from '../oauth-error.ts'
import { insertDeviceCode } from '../token/device-code.queries.ts'
import { openDevicePage, requestDeviceCode } from './device.contract.ts'
import { randomUserCode, readableUserCode } from './user-code.ts'

const LIFETIME_SECONDS = 600
const POLL_SECONDS = 5

/** RFC 8628, in a context that replies with OAuth errors. */
export function deviceRoutes(route: Route, deps: Deps) {
  const address = deps.settings.IDENTITY_URL + openDevicePage.path

  route(requestDeviceCode, { rateLimit: { max: 60, timeWindow: '1 minute' } }, async ({ body, request }) => {
    await readDocumentOf(deps, body.client_id)
    const client = await authenticateClient(deps, request)
    if (!allowsGrant(client, DEVICE_CODE)) {
      throw new OAuthError('grant_type_not_allowed', { grantType: DEVICE_CODE })
    }
    const { scopes, resource } = grantedAccess(client, body)
    const { address: from, userAgent } = visitorOf(request)
    const deviceCode = randomToken()
    const code = { deviceCode, scope: scopes.join(' '), resource, address: from, userAgent }
    const userCode = readableUserCode(await storeCode(deps, client, code))
    return {
      device_code: deviceCode,
      user_code: userCode,
      verification_uri: address,
      verification_uri_complete: `${address}?user_code=${userCode}`,
      expires_in: LIFETIME_SECONDS,
      interval: POLL_SECONDS,
    }
  })
}

interface NewCode {
  deviceCode: string
  scope: string
  resource: string | null
  address: string | null
  userAgent: string | null
}

/** Returns the user code, which no other device has at the moment. */
async function storeCode({ db, secrets, now }: Deps, client: Client, { deviceCode, ...code }: NewCode) {
  const expiresAt = new Date(now().getTime() + LIFETIME_SECONDS * 1000).toISOString()
  const stored = {
    ...code,
    deviceCode: secrets.digest(deviceCode),
    clientId: client.id,
    expiresAt,
    pollSeconds: POLL_SECONDS,
  }
  for (;;) {
    const userCode = randomUserCode()
    if (await insertDeviceCode(db, { ...stored, userCode })) return userCode
  }
}

/** The first request of a device brings its document, as that of a browser does. */
async function readDocumentOf(deps: Deps, clientId: string | undefined) {
  if (!clientId || !looksLikeDocument(clientId)) return
  try {
    await resolveClient(deps, clientId)
  } catch (error) {
    if (!(error instanceof DomainError) || error.statusCode !== 400) throw error
    throw new OAuthError('client_document_refused', {
      why: textOf(errorCatalogue, 'en', error.code, error.params),
    })
  }
}
