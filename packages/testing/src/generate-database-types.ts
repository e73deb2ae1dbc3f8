import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { globalSetup, globalTeardown } from './global-setup.ts'
import { type Service, services, templateOf } from './test-database.ts'

/** Writes each service's `database.ts` from its migrated schema; `--verify` only compares. */
const isVerifying = process.argv.includes('--verify')

await globalSetup()
try {
  for (const service of services) await generate(service)
} finally {
  await globalTeardown()
}

async function generate(service: Service) {
  const file = new URL(`../../../apps/${service}/src/database.ts`, import.meta.url)
  const server = process.env.ATRIUM_TEST_DATABASE_URL ?? ''
  const url = server.replace('/postgres?', `/${templateOf(service)}?`)
  const mapping = { timestamptz: 'string', int8: 'number', date: 'string' }
  const options = [
    '--dialect=postgres',
    '--camel-case',
    '--include-pattern=public.*',
    '--exclude-pattern=schema_migrations',
    '--log-level=error',
    '--print',
  ]
  const generated = execFileSync(
    'kysely-codegen',
    [...options, `--type-mapping=${JSON.stringify(mapping)}`, `--url=${url}`],
    { encoding: 'utf8' },
  )
  const formatted = execFileSync(
    'biome',
    ['check', '--write', `--stdin-file-path=apps/${service}/src/database.ts`],
    {
      encoding: 'utf8',
      input: generated,
    },
  )
  if (!isVerifying) return writeFile(file, formatted)
  if (formatted === (await readFile(file, 'utf8'))) return
  console.error(
    `apps/${service}/src/database.ts is not what the migrations make: run \`npm run types:database\``,
  )
  process.exitCode = 1
}
