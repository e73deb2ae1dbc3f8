import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import { AuthorizationCode, ClientCredentials, ResourceOwnerPassword } from 'simple-oauth2'
import { obtainCode, redirectUri } from '../authorize-flow.ts'
import { startListeningIdentity } from '../identity-service.ts'
import { createUser, introspect, registerClient } from '../people.ts'

const identity = await startListeningIdentity()
const { url } = identity
const person = await createUser(identity)
const { clientId, clientSecret } = await registerClient(identity)
const secret = clientSecret ?? ''

/** Opens the authorization URL of the library, signs in, and returns the callback URL. */
async function callbackFor(authorizationUrl: URL) {
  const parameters = Object.fromEntries(authorizationUrl.searchParams)
  const { code } = await obtainCode(identity, person, parameters)
  const callback = new URL(parameters.redirect_uri ?? '')
  callback.search = new URLSearchParams({ code, state: parameters.state ?? '', iss: url }).toString()
  return callback
}

test('openid-client: discovery, code with PKCE, refresh, client credentials, introspection, revocation', async () => {
  const config = await openid.discovery(new URL(url), clientId, secret, openid.ClientSecretBasic(secret), {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  })
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const expectedState = openid.randomState()
  const authorizationUrl = openid.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'user:read',
    state: expectedState,
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  })
  const callback = await callbackFor(authorizationUrl)
  const tokens = await openid.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState })
  assert.equal(tokens.scope, 'user:read')
  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  assert.notEqual(refreshed.refresh_token, tokens.refresh_token)
  const introspection = await openid.tokenIntrospection(config, refreshed.access_token)
  assert.equal(introspection.active, true)
  assert.equal(introspection.sub, String(person.id))
  const own = await openid.clientCredentialsGrant(config, { scope: 'user:read' })
  assert.equal(own.token_type, 'bearer')
  await openid.tokenRevocation(config, refreshed.access_token)
  assert.equal((await openid.tokenIntrospection(config, refreshed.access_token)).active, false)
})

test('oauth4webapi: discovery, code with PKCE, refresh, client credentials, introspection, revocation', async () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true }
  const issuer = new URL(url)
  const discovered = await oauth4webapi.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
  const server = await oauth4webapi.processDiscoveryResponse(issuer, discovered)
  const client = { client_id: clientId }
  const authentication = oauth4webapi.ClientSecretPost(secret)
  const verifier = oauth4webapi.generateRandomCodeVerifier()
  const state = oauth4webapi.generateRandomState()
  const authorizationUrl = new URL(server.authorization_endpoint ?? '')
  authorizationUrl.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'user:read',
    state,
    code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const callback = await callbackFor(authorizationUrl)
  const parameters = oauth4webapi.validateAuthResponse(server, client, callback, state)
  const granted = await oauth4webapi.processAuthorizationCodeResponse(
    server,
    client,
    await oauth4webapi.authorizationCodeGrantRequest(
      server,
      client,
      authentication,
      parameters,
      redirectUri,
      verifier,
      insecure,
    ),
  )
  const refreshed = await oauth4webapi.processRefreshTokenResponse(
    server,
    client,
    await oauth4webapi.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      granted.refresh_token ?? '',
      insecure,
    ),
  )
  const own = await oauth4webapi.processClientCredentialsResponse(
    server,
    client,
    await oauth4webapi.clientCredentialsGrantRequest(
      server,
      client,
      authentication,
      { scope: 'user:read' },
      insecure,
    ),
  )
  assert.equal(own.scope, 'user:read')
  const introspected = await oauth4webapi.processIntrospectionResponse(
    server,
    client,
    await oauth4webapi.introspectionRequest(server, client, authentication, refreshed.access_token, insecure),
  )
  assert.equal(introspected.active, true)
  const revoked = await oauth4webapi.revocationRequest(
    server,
    client,
    authentication,
    refreshed.access_token,
    insecure,
  )
  await oauth4webapi.processRevocationResponse(revoked)
  assert.equal((await introspect(identity, refreshed.access_token)).active, false)
})

test('simple-oauth2: code, refresh, revocation, client credentials, password', async () => {
  const client = { id: clientId, secret }
  const auth = { tokenHost: url, tokenPath: '/token', revokePath: '/token/revoke' }
  const codeFlow = new AuthorizationCode({ client, auth: { ...auth, authorizePath: '/auth/authorize' } })
  const address = codeFlow.authorizeURL({
    redirect_uri: redirectUri,
    scope: 'user:read',
    state: 'some state',
  })
  const callback = await callbackFor(new URL(address))
  const code = callback.searchParams.get('code') ?? ''
  const granted = await codeFlow.getToken({ code, redirect_uri: redirectUri })
  const refreshed = await granted.refresh()
  assert.notEqual(refreshed.token.access_token, granted.token.access_token)
  await refreshed.revokeAll()
  assert.equal((await introspect(identity, String(refreshed.token.access_token))).active, false)

  const own = await new ClientCredentials({ client, auth }).getToken({ scope: 'user:read' })
  assert.equal((await introspect(identity, String(own.token.access_token))).data.sub_type, 'client')
  const password = { username: person.email, password: person.password, scope: 'user:read' }
  const users = await new ResourceOwnerPassword({ client, auth }).getToken(password)
  assert.equal((await introspect(identity, String(users.token.access_token))).data.sub, String(person.id))
})

test('the metadata lists supported features with URLs of the issuer, whatever the Host header', async () => {
  const path = '/.well-known/oauth-authorization-server'
  const response = await identity.app.inject({ url: path, headers: { host: 'evil.example' } })
  const metadata = response.json()
  assert.equal(metadata.issuer, url)
  assert.deepEqual(metadata.code_challenge_methods_supported, ['S256'])
  assert.deepEqual(metadata.response_types_supported, ['code'])
  for (const [name, address] of Object.entries<string>(metadata)) {
    if (!name.endsWith('_endpoint') && name !== 'jwks_uri') continue
    assert.ok(address.startsWith(url), name)
    assert.notEqual((await fetch(address)).status, 404, name)
  }
})
