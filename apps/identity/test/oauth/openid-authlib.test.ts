import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openSignInPage, redirectUri, submit } from '../authorize-flow.ts'
import { startListeningIdentity } from '../identity-service.ts'
import { registerRelyingParty } from '../openid-flow.ts'
import { createConfirmedUser } from '../people.ts'

const script = fileURLToPath(new URL('../authlib-client.py', import.meta.url))
// Debian's packages belong to its own Python, which need not be the first in the path.
const python = ['python3', '/usr/bin/python3'].find(
  command => spawnSync(command, ['-c', 'import authlib, requests'], { stdio: 'ignore' }).status === 0,
)
const skip = !python && 'needs Python with Authlib and Requests (Debian: python3-authlib, python3-requests)'

function askAuthlib(given: object) {
  return new Promise<Record<string, string>>((resolve, reject) => {
    const env = { ...process.env, AUTHLIB_INSECURE_TRANSPORT: '1' }
    const child = execFile(python ?? '', [script], { env }, (error, stdout) =>
      error ? reject(error) : resolve(JSON.parse(stdout)),
    )
    child.stdin?.end(JSON.stringify(given))
  })
}

test('Authlib signs a user in and verifies the ID token', { skip }, async () => {
  const identity = await startListeningIdentity()
  const person = await createConfirmedUser(identity)
  const { clientId, clientSecret } = await registerRelyingParty(identity)
  const client = {
    issuer: identity.url,
    client_id: clientId,
    client_secret: clientSecret,
    redirect_uri: redirectUri,
  }
  const { address = '', state } = await askAuthlib(client)
  const { form, cookies } = await openSignInPage(identity, address.replace(identity.url, ''))
  const filled = { ...form, username: person.email, password: person.password }
  const { headers } = await submit(identity, filled, cookies)
  const claims = await askAuthlib({ ...client, state, answer: headers.location })
  assert.deepEqual(claims, { sub: String(person.id), email: person.email })
})
