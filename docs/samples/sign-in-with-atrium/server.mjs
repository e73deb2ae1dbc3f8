// A web application that signs its users in with Atrium: Node 20 or later, no packages.
import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'

const {
  ISSUER,
  CLIENT_ID,
  CLIENT_SECRET,
  APP_URL = 'http://localhost:3000',
} = process.env
const provider = await getJson(`${ISSUER}/.well-known/openid-configuration`)
const sessions = new Map() // by cookie; use a store that all instances share
const attempts = new Map() // sign-ins that have started, by state

createServer(async (request, response) => {
  const url = new URL(request.url, APP_URL)
  const cookies = Object.fromEntries(
    (request.headers.cookie ?? '').split('; ').map(each => each.split('=')),
  )
  try {
    if (url.pathname === '/login') startSignIn(response)
    else if (url.pathname === '/callback')
      await finishSignIn(url.searchParams, cookies, response)
    else if (url.pathname === '/logout' && request.method === 'POST')
      signOut(cookies.session, response)
    else showPage(sessions.get(cookies.session), response)
  } catch (error) {
    console.error(error)
    response
      .writeHead(400, { 'content-type': 'text/plain' })
      .end('The sign-in failed. Please try again.')
  }
}).listen(new URL(APP_URL).port, () => console.log(`Listening at ${APP_URL}`))

function showPage(session, response) {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  if (!session) return response.end('<a href="/login">Sign in</a>')
  const { name, email } = session.user
  response.end(`<p>Hello ${escapeHtml(name)} (${escapeHtml(email)})</p>
<form method="post" action="/logout"><button>Sign out</button></form>`)
}

function startSignIn(response) {
  const [state, nonce, verifier] = [randomToken(), randomToken(), randomToken()]
  attempts.set(state, { nonce, verifier })
  setTimeout(() => attempts.delete(state), 600_000).unref()
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: CLIENT_ID,
    redirect_uri: `${APP_URL}/callback`,
    scope: 'openid profile email',
    state,
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  redirect(
    response,
    `${provider.authorization_endpoint}?${parameters}`,
    `state=${state}`,
  )
}

async function finishSignIn(answer, cookies, response) {
  const state = answer.get('state')
  const attempt = attempts.get(state)
  attempts.delete(state)
  // The browser that finishes the sign-in is the one that started it.
  if (!attempt || state !== cookies.state) throw new Error('unknown state')
  if (answer.get('iss') !== provider.issuer) throw new Error('unknown issuer')
  if (answer.has('error')) throw new Error(answer.get('error'))
  const tokens = await getJson(provider.token_endpoint, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${CLIENT_ID}:${CLIENT_SECRET}`)}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: answer.get('code'),
      redirect_uri: `${APP_URL}/callback`,
      code_verifier: attempt.verifier,
    }),
  })
  const claims = await verifyIdToken(tokens.id_token, attempt.nonce)
  const headers = { authorization: `Bearer ${tokens.access_token}` }
  const user = await getJson(provider.userinfo_endpoint, { headers })
  if (user.sub !== claims.sub) throw new Error('not the user who signed in')
  const session = randomToken()
  sessions.set(session, { user, idToken: tokens.id_token })
  redirect(response, '/', `session=${session}`)
}

/** Ends the session here and at Atrium, which leads the browser back. */
function signOut(cookie, response) {
  const session = sessions.get(cookie)
  sessions.delete(cookie)
  const parameters = new URLSearchParams({
    client_id: CLIENT_ID,
    post_logout_redirect_uri: `${APP_URL}/`,
    ...(session && { id_token_hint: session.idToken }),
  })
  redirect(response, `${provider.end_session_endpoint}?${parameters}`, 'session=')
}

async function verifyIdToken(token, nonce) {
  const [header, payload, signature] = token.split('.')
  const { alg, kid } = JSON.parse(Buffer.from(header, 'base64url'))
  const { keys } = await getJson(provider.jwks_uri)
  const key = createPublicKey({
    key: keys.find(key => key.kid === kid),
    format: 'jwk',
  })
  const isSigned = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  )
  const claims = JSON.parse(Buffer.from(payload, 'base64url'))
  const isForUs =
    claims.iss === provider.issuer &&
    claims.aud === CLIENT_ID &&
    claims.nonce === nonce
  if (alg !== 'RS256' || !isSigned || !isForUs || claims.exp * 1000 < Date.now())
    throw new Error('invalid ID token')
  return claims
}

async function getJson(address, init) {
  const response = await fetch(address, init)
  const body = await response.json()
  if (!response.ok) throw new Error(`${address}: ${JSON.stringify(body)}`)
  return body
}

function redirect(response, address, cookie) {
  const flags = `Path=/; HttpOnly; SameSite=Lax${APP_URL.startsWith('https:') ? '; Secure' : ''}`
  response
    .writeHead(302, { location: address, 'set-cookie': `${cookie}; ${flags}` })
    .end()
}

function randomToken() {
  return randomBytes(32).toString('base64url')
}

function escapeHtml(text) {
  return text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
