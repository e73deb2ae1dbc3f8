import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { runFolder } from '@atrium/testing/run-folder'
import { listenOnce, sharedServices } from '../both-services.ts'
import { createTeam } from '../team.ts'
import { agentToken, createAgentApplication } from './agents.ts'

const services = await sharedServices()
const { environment } = services
const endpoint = new URL(`${environment.TASKS_URL}/mcp`)
const require = createRequire(import.meta.url)
const program = join(
  dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
await listenOnce(services)
const { member } = await createTeam(services)
const url = await startProxy(await agentToken(services, await createAgentApplication(services), member))

test('the conformance suite of 2026-07-28 finds nothing but what only its own server has', async () => {
  const failures = await run(['--requirements', '2026-07-28'])
  assert.deepEqual(failures, [])
})

test('the conformance suite of 2025-11-25 finds nothing but what only its own server has', async () => {
  const failures = await run(['--spec-version', '2025-11-25', '--suite', 'active'])
  assert.deepEqual(failures, [])
})

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** Runs scenarios against the service; returns what is wrong. */
async function run(options: string[]) {
  const folder = mkdtempSync(join(runFolder(), 'conformance-'))
  const child = execFile(process.execPath, [program, 'server', '--url', url, ...options, '-o', folder])
  child.stdout?.resume()
  child.stderr?.resume()
  await once(child, 'exit')
  const files = globSync('*/checks.json', { cwd: folder }).filter(file => !extension.test(file))
  assert.ok(files.length > 20, `${files.length} scenarios`)
  return files.flatMap(file => {
    const checks: Check[] = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return checks.flatMap(({ id, status, errorMessage = '' }) =>
      status === 'FAILURE' && !withoutItsParts.test(errorMessage)
        ? [`${dirname(file)} ${id}: ${errorMessage}`]
        : [],
    )
  })
}

/**
 * The suite is written for a server of its own: with prompts, resources and completions, which Atrium does not offer, and with
 * tools that ask back. These are the failures of a server without them; everything else has to hold.
 */
const withoutItsParts =
  /test_\w+|_tool' not found|Method not found: (prompts|resources|completion|logging)\/|Not testable|InputRequiredResult/

/** Scenarios of an extension that Atrium does not declare, and which the suite itself does not score. */
const extension = /^server-tasks-/

/** Adds the token, which the program cannot send, and passes its own address on as that of the service. */
async function startProxy(token: string) {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` }
    if (headers.origin === own()) headers.origin = endpoint.origin
    const { method, url: path } = incoming
    const passedOn = request({ host: 'localhost', port: endpoint.port, path, method, headers }, answer => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.pipe(passedOn)
  })
  const own = () => `http://localhost:${(server.address() as AddressInfo).port}`
  server.listen(0, 'localhost')
  await once(server, 'listening')
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `${own()}/mcp`
}
