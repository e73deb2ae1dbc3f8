import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as oauth4webapi from 'oauth4webapi'
import * as openid from 'openid-client'
import { openSignInPage, redirectUri, submit } from '../authorize-flow.ts'
import { startListeningIdentity } from '../identity-service.ts'
import { registerRelyingParty } from '../openid-flow.ts'
import { cookiesOf, createConfirmedUser } from '../people.ts'

const identity = await startListeningIdentity()
const { url } = identity
const person = await createConfirmedUser(identity)
const { clientId, clientSecret } = await registerRelyingParty(identity)
const secret = clientSecret ?? ''

/** Opens the authorization URL of the library, signs in, and returns the callback URL and the browser's cookies. */
async function visit(authorizationUrl: URL) {
  const { form, cookies } = await openSignInPage(
    identity,
    authorizationUrl.pathname + authorizationUrl.search,
  )
  const filled = { ...form, username: person.email, password: person.password }
  const response = await submit(identity, filled, cookies)
  return {
    callback: new URL(String(response.headers.location)),
    cookies: { ...cookies, ...cookiesOf(response) },
  }
}

/** The same in a browser where the user is signed in already. */
async function visitAgain(authorizationUrl: URL, cookies: Record<string, string>) {
  const path = authorizationUrl.pathname + authorizationUrl.search
  const response = await identity.app.inject({ url: path, cookies })
  assert.equal(response.statusCode, 302, response.body)
  return new URL(String(response.headers.location))
}

test('openid-client: discovery, sign-in without state, userinfo, refresh and silent renewal', async () => {
  const config = await openid.discovery(new URL(url), clientId, secret, openid.ClientSecretBasic(secret), {
    execute: [openid.allowInsecureRequests],
  })
  assert.equal(config.serverMetadata().userinfo_endpoint, `${url}/userinfo`)
  const pkceCodeVerifier = openid.randomPKCECodeVerifier()
  const expectedNonce = openid.randomNonce()
  const request = {
    redirect_uri: redirectUri,
    scope: 'openid profile email offline_access',
    nonce: expectedNonce,
    max_age: '600',
    code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
  }
  const { callback, cookies } = await visit(openid.buildAuthorizationUrl(config, request))
  const checks = { pkceCodeVerifier, expectedNonce, maxAge: 600, idTokenExpected: true }
  const tokens = await openid.authorizationCodeGrant(config, callback, checks)
  const subject = tokens.claims()?.sub ?? ''
  assert.equal(subject, String(person.id))
  const user = await openid.fetchUserInfo(config, tokens.access_token, subject)
  assert.equal(user.email, person.email)
  assert.equal(user.email_verified, true)

  const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
  assert.equal(refreshed.claims()?.sub, subject)

  const silent = { ...request, prompt: 'none', id_token_hint: tokens.id_token ?? '' }
  const renewed = await visitAgain(openid.buildAuthorizationUrl(config, silent), cookies)
  const second = await openid.authorizationCodeGrant(config, renewed, checks)
  assert.equal(second.claims()?.sid, tokens.claims()?.sid)
  assert.equal(second.claims()?.auth_time, tokens.claims()?.auth_time)

  const failed = await visitAgain(openid.buildAuthorizationUrl(config, silent), {})
  await assert.rejects(openid.authorizationCodeGrant(config, failed, checks), { error: 'login_required' })
})

function isAboutNonce(error: Error & { code?: string }) {
  let cause: unknown = error
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause
  return (
    error.code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' &&
    JSON.stringify((cause as Error).cause).includes('nonce')
  )
}

test('openid-client refuses a sign-in with another nonce', async () => {
  const config = await openid.discovery(new URL(url), clientId, secret, undefined, {
    execute: [openid.allowInsecureRequests],
  })
  const request = { redirect_uri: redirectUri, scope: 'openid', state: 'some state', nonce: 'one' }
  const { callback } = await visit(openid.buildAuthorizationUrl(config, request))
  const checks = { expectedState: 'some state', expectedNonce: 'another' }
  await assert.rejects(openid.authorizationCodeGrant(config, callback, checks), isAboutNonce)
})

test('oauth4webapi: discovery, sign-in, verified ID token, userinfo and refresh', async () => {
  const insecure = { [oauth4webapi.allowInsecureRequests]: true }
  const issuer = new URL(url)
  const discovered = await oauth4webapi.discoveryRequest(issuer, insecure)
  const server = await oauth4webapi.processDiscoveryResponse(issuer, discovered)
  const client = { client_id: clientId }
  const authentication = oauth4webapi.ClientSecretPost(secret)
  const verifier = oauth4webapi.generateRandomCodeVerifier()
  const nonce = oauth4webapi.generateRandomNonce()
  const authorizationUrl = new URL(server.authorization_endpoint ?? '')
  authorizationUrl.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email offline_access',
    nonce,
    max_age: '300',
    code_challenge: await oauth4webapi.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).toString()
  const { callback } = await visit(authorizationUrl)
  const parameters = oauth4webapi.validateAuthResponse(server, client, callback, oauth4webapi.expectNoState)
  const response = await oauth4webapi.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    parameters,
    redirectUri,
    verifier,
    insecure,
  )
  const tokens = await oauth4webapi.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: nonce,
    maxAge: 300,
    requireIdToken: true,
  })
  await oauth4webapi.validateApplicationLevelSignature(server, response, insecure)
  const { sub = '' } = oauth4webapi.getValidatedIdTokenClaims(tokens) ?? {}
  const user = await oauth4webapi.processUserInfoResponse(
    server,
    client,
    sub,
    await oauth4webapi.userInfoRequest(server, client, tokens.access_token, insecure),
  )
  assert.equal(user.email, person.email)
  const refreshed = await oauth4webapi.processRefreshTokenResponse(
    server,
    client,
    await oauth4webapi.refreshTokenGrantRequest(
      server,
      client,
      authentication,
      tokens.refresh_token ?? '',
      insecure,
    ),
  )
  assert.equal(oauth4webapi.getValidatedIdTokenClaims(refreshed)?.sub, sub)
})
