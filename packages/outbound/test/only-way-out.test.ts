import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Files that open connections of their own: to the other service, or to an address of the operator's settings. */
const ownConnections = [
  // the services ask each other, at TASKS_INTERNAL_URL and IDENTITY_INTERNAL_URL
  'packages/client/src/service-client.ts',
  'apps/identity/src/admin/audit.routes.ts',
  'apps/tasks/src/app.ts',
  'apps/tasks/src/administration/notices.ts',
  'packages/token-check/src/post-json.ts',
  'packages/token-check/src/verify-access-token.ts',
  // the console asks both services
  'apps/console/src/doctor/address-checks.ts',
  // STORAGE_URL, MAIL_URL, EVENTS_URL, AUDIT_LOG and the endpoint of OpenTelemetry
  'packages/storage/src/bucket-object.ts',
  'packages/storage/src/bucket-storage.ts',
  'packages/mail/src/mailer.ts',
  'packages/events/src/redis.ts',
  'packages/audit/src/audit-target.ts',
  'packages/telemetry/src/exporter.ts',
  // the guard itself
  'packages/outbound/src/encrypt.ts',
  'packages/outbound/src/outbound.ts',
]

const waysOut = [
  /(?<![.\w'$])fetch\(/,
  /import (?!type )[^;]*?from '(undici|node:https|node:http2|@aws-sdk\/client-s3|nodemailer|ioredis)'/,
  /\bimport\('(undici|node:https?)'\)/,
  /\bcreateRemoteJWKSet\(/,
  /\bhttps?\.(request|get)\(/,
  /import (?!type )\{[^}]*\b(request|get)\b[^}]*\} from 'node:http'/,
  /import (?!type )\{[^}]*\b(connect|createConnection)\b[^}]*\} from 'node:(net|tls)'/,
]

test('no code of the services sends requests but through the guard, except to the services and settings', () => {
  const files = globSync(['apps/{identity,tasks,console}/src/**/*.ts', 'packages/*/src/**/*.ts'], {
    cwd: root,
  }).filter(file => !/^packages\/(testing|ui)\//.test(file))
  assert.ok(files.length > 300)
  const found = files.filter(file => {
    const code = readFileSync(root + file, 'utf8')
    return waysOut.some(way => way.test(code))
  })
  assert.deepEqual(found.sort(), ownConnections.toSorted())
})
