import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '@atrium/identity/oauth/clients/client.commands'
import { startWorker } from '@atrium/identity/worker'
import { createBrowser, hiddenFields } from '@atrium/testing/browser'
import { freePort } from '@atrium/testing/free-port'
import { waitUntil } from '@atrium/testing/wait-until'
import { startBothServices } from '../both-services.ts'
import { isAnswering, startProgram } from '../sample-programs.ts'
import { createTeam } from '../team.ts'

const apache = ['/usr/sbin/apache2', '/usr/sbin/httpd'].find(existsSync)
const modules = '/usr/lib/apache2/modules'
const lacksApache = !apache || !existsSync(`${modules}/mod_auth_openidc.so`)

test('the Apache sample signs a user in, and out of both', {
  skip: lacksApache && 'Apache with mod_auth_openidc is not installed',
}, async () => {
  const services = await startBothServices({ RATE_LIMIT: 'off', OUTBOUND_ALLOW: '127.0.0.0/8,::1' })
  const { IDENTITY_URL } = services.environment
  const worker = await startWorker(services.identityDeps)
  after(() => worker.stop())
  const { email, password } = (await createTeam(services)).owner
  const port = await freePort()
  const applicationPort = await freePort()
  const wiki = `http://localhost:${port}`
  const client = await createClient(
    services.identityDeps,
    {
      name: 'Wiki',
      grantTypes: 'authorization_code',
      scope: 'openid profile email groups',
      redirectUris: [`${wiki}/oidc/callback`],
      postLogoutRedirectUris: [`${wiki}/`],
      backchannelLogoutUri: `${wiki}/oidc/callback?logout=backchannel`,
      resources: [],
      isPublic: false,
    },
    { isTrusted: true },
  )
  const application = createServer((request, response) =>
    response.end(`${request.url} for ${request.headers['x-remote-user']}`),
  ).listen(applicationPort, '127.0.0.1')
  after(() => application.close())
  const { output } = startApache(port, {
    'https://id.example.org': IDENTITY_URL,
    'https://wiki.example.org': wiki,
    'your-client-id': client.clientId,
    'your-client-secret': client.clientSecret ?? '',
    '127.0.0.1:8080': `127.0.0.1:${applicationPort}`,
  })
  await waitUntil(() => isAnswering(wiki))

  const browser = createBrowser()
  const signInTo = async (address: string) => {
    const form = { ...hiddenFields(await browser.open(address)), username: email, password }
    return browser.open(`${IDENTITY_URL}/auth/authorize`, form)
  }
  assert.equal(await signInTo(`${wiki}/page?x=1`), `/page?x=1 for ${email}`, output())
  assert.equal(await browser.open(`${wiki}/other`), `/other for ${email}`)
  const signOut = `${wiki}/oidc/callback?logout=${encodeURIComponent(`${wiki}/`)}`
  assert.match(await browser.open(signOut), /type="password"/)

  // Signed out elsewhere: Apache gets a logout token.
  assert.equal(await signInTo(`${wiki}/page`), `/page for ${email}`)
  const question = await browser.open(`${IDENTITY_URL}/auth/end-session`)
  assert.match(await browser.open(`${IDENTITY_URL}/auth/end-session`, hiddenFields(question)), /signed out/)
  await waitUntil(async () => /type="password"/.test(await browser.open(`${wiki}/page`)))
})

/** With nothing but the sample, and what Debian’s own configuration has around it. */
function startApache(port: number, values: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-apache-'))
  after(() => rmSync(folder, { recursive: true }))
  const file = new URL('../../../../docs/samples/sign-in-with-atrium/apache.conf', import.meta.url)
  const sample = Object.entries(values).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    readFileSync(file, 'utf8'),
  )
  const loaded = ['mpm_event', 'authn_core', 'authz_core', 'authz_user', 'headers', 'proxy', 'proxy_http']
  const configuration = [
    ...[...loaded, 'auth_openidc'].map(name => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    'ServerName localhost',
    `Listen 127.0.0.1:${port}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/error.log`,
    `DefaultRuntimeDir ${folder}`,
    ...(process.getuid?.() === 0 ? ['User #65534', 'Group #65534'] : []),
    sample,
  ]
  writeFileSync(join(folder, 'apache.conf'), configuration.join('\n'))
  return startProgram(apache ?? '', ['-X', '-d', folder, '-f', join(folder, 'apache.conf')])
}
