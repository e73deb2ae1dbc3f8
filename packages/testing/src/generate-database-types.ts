import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises'
import { effectsFile } from '@atrium/database/migration-effects'
import { globalSetup, globalTeardown } from './global-setup.ts'
import { formatEffects, measureEffects } from './migration-effects.ts'
import { createEmptyDatabase, migrationsOf, type Service, services, templateOf } from './test-database.ts'

/**
 * Writes each service's `database-types.ts` from its migrated schema, lists new migrations and what each does to existing tables;
 * `--verify` only compares.
 */
const isVerifying = process.argv.includes('--verify')

await globalSetup()
try {
  for (const service of services) await generate(service)
} finally {
  await globalTeardown()
}

async function generate(service: Service) {
  const file = new URL(`../../../apps/${service}/src/database-types.ts`, import.meta.url)
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
    ['check', '--write', `--stdin-file-path=apps/${service}/src/database-types.ts`],
    {
      encoding: 'utf8',
      input: generated,
    },
  )
  if (!isVerifying) {
    await appendChecksums(service)
    await writeEffects(service)
    return writeFile(file, formatted)
  }
  if (formatted === (await readFile(file, 'utf8'))) return
  console.error(
    `apps/${service}/src/database-types.ts does not match the migrations: run \`npm run types:database\``,
  )
  process.exitCode = 1
}

/** A listed checksum is never replaced: installations may have run that version. */
async function appendChecksums(service: Service) {
  const folder = migrationsOf(service)
  const list = new URL('checksums.txt', folder)
  const listed = await readFile(list, 'utf8')
  const files = (await readdir(folder)).filter(
    file => file.endsWith('.sql') && !listed.includes(`  ${file}\n`),
  )
  for (const file of files.sort()) {
    const checksum = createHash('sha256').update(await readFile(new URL(file, folder)))
    await appendFile(list, `${checksum.digest('hex')}  ${file}\n`)
  }
}

async function writeEffects(service: Service) {
  const effects = await measureEffects(service, await createEmptyDatabase())
  await writeFile(effectsFile(migrationsOf(service)), formatEffects(effects))
}
