import { parseArgs } from 'node:util'
import type { Catalogue } from '@atrium/core/catalogue'
import { DomainError, describeError, StartRefused } from '@atrium/core/errors'
import { sharedErrors } from '@atrium/core/shared.errors'
import { version } from '@atrium/core/version'
import { constraintErrors } from '@atrium/database/constraint-errors'
import type { Command, Values } from './commands/command.ts'
import {
  actAsOwner,
  describeInstallation,
  type Environment,
  prepareInstallation,
  requireInstallation,
} from './installation.ts'
import { buildPrograms } from './program-build.ts'
import { buildWebApplications } from './web-build.ts'

/** Loaded on demand: most of them import one of the services. */
const chapters: Record<string, () => Promise<Record<string, Command>>> = {
  client: async () => (await import('./commands/client.ts')).clientCommands,
  user: async () => (await import('./commands/user.ts')).userCommands,
  users: async () => (await import('./commands/users.ts')).usersCommands,
  provider: async () => (await import('./commands/provider.ts')).providerCommands,
  audit: async () => (await import('./commands/audit.ts')).auditCommands,
  keys: async () => (await import('./commands/keys.ts')).keyCommands,
  files: async () => (await import('./commands/files.ts')).fileCommands,
  maintenance: async () => (await import('./commands/notices.ts')).noticeCommands,
  banner: async () => (await import('./commands/notices.ts')).noticeCommands,
  branding: async () => (await import('./commands/branding.ts')).brandingCommands,
  mail: async () => (await import('./commands/mail.ts')).mailCommands,
  init: async () => (await import('./commands/init.ts')).initCommands,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommands,
  upgrade: async () => (await import('./commands/upgrade.ts')).upgradeCommands,
  backup: async () => (await import('./commands/backup.ts')).backupCommands,
  restore: async () => (await import('./commands/backup.ts')).backupCommands,
  export: async () => (await import('./commands/export.ts')).exportCommands,
  import: async () => (await import('./commands/import.ts')).importCommands,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommands,
  demo: async () => (await import('./commands/demo.ts')).demoCommands,
}

/** Options whose name is not that of their field with hyphens. */
const optionNames: Record<string, string> = {
  redirectUris: 'redirect-uri',
  resources: 'resource',
  webOrigins: 'web-origin',
  postLogoutRedirectUris: 'post-logout-redirect-uri',
  sectorIdentifier: 'sector',
  urls: 'url',
  trustsEmail: 'trust-email',
  groupsClaim: 'group-claim',
}

function optionOf(field: string) {
  return optionNames[field] ?? field.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
}

export interface Terminal {
  stdout: { write: (text: string) => unknown }
  stderr: { write: (text: string) => unknown }
}

/** Runs one command and returns the exit code of the process. */
export async function runConsole(words: string[], readEnvironment: () => Environment, terminal: Terminal) {
  try {
    return await runCommand(words, readEnvironment(), terminal)
  } catch (error) {
    terminal.stderr.write(`${await describeFailure(error)}\n`)
    return 1
  }
}

async function runCommand(
  [first, ...others]: string[],
  environment: Environment,
  { stdout, stderr }: Terminal,
): Promise<number> {
  const print = (text: string) => {
    stdout.write(`${text}\n`)
    return 0
  }
  const { name, words } = withoutSynonym(first, others)
  const isAskedFor = words.includes('--help') && (name === 'up' || name === 'build')
  if (!name || name === '--help' || name === 'help' || isAskedFor) return print(await help())
  if (name === '--version') return print(version)
  if (name === 'build') {
    await Promise.all([buildWebApplications(print), buildPrograms(print)])
    return 0
  }
  actAsOwner(environment)
  if (name === 'up') {
    await (await import('./commands/up.ts')).up(environment)
    return 0
  }
  const command = await findCommand(name)
  if (!command) throw new StartRefused(`Unknown command ${name}. --help lists the commands.`)
  if (words.includes('--help')) return print(`${name} ${command.usage}\n\n  ${command.summary}`)
  const { values, positionals } = parseWords(command, words)
  const report = (line: string) => void stderr.write(`${line}\n`)
  const write = (text: string) => void stdout.write(text)
  const outcome = await command.run(await open(command, environment), values, positionals, report, write)
  const result = values.json ? JSON.stringify(outcome.json) : outcome.text
  if (result) print(result)
  return outcome.exitCode ?? 0
}

function open({ withoutInstallation }: Command, environment: Environment) {
  if (withoutInstallation === 'work') return describeInstallation(environment)
  if (withoutInstallation !== 'create') requireInstallation(environment)
  return prepareInstallation(environment)
}

/** `backup --verify FILE` checks an existing backup; `backup FILE --verify` writes one first. */
function withoutSynonym(name: string | undefined, words: string[]) {
  const isCheck = name === 'backup' && words[0] === '--verify'
  return isCheck ? { name: 'backup:verify', words: words.slice(1) } : { name, words }
}

async function findCommand(name: string) {
  const [chapter = ''] = name.split(':')
  const commands = Object.hasOwn(chapters, chapter) ? await chapters[chapter]?.() : undefined
  return commands && Object.hasOwn(commands, name) ? commands[name] : undefined
}

function parseWords(
  { options, optionalValues = [], takes = [], usage }: Command,
  words: string[],
): { values: Values; positionals: string[] } {
  const { values, positionals } = parseArgs({
    args: words.map(withHyphens).map((word, index, all) => {
      const hasValue = index + 1 < all.length && !all[index + 1]?.startsWith('--')
      return !hasValue && optionalValues.includes(word.slice(2)) ? `${word}=` : word
    }),
    options: { ...options, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (positionals.length !== takes.length) throw new StartRefused(`Expected: ${usage || 'no arguments'}`)
  return { values: values as Values, positionals }
}

/** `--grant_types` is the same option as `--grant-types`. */
function withHyphens(word: string) {
  const [name = ''] = word.match(/^--[a-z_-]+/) ?? []
  return name.replaceAll('_', '-') + word.slice(name.length)
}

async function help() {
  const commands = await Promise.all(Object.values(chapters).map(load => load()))
  const rows = Object.entries<Command>(Object.assign({}, ...commands)).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`,
  )
  return [
    'atrium COMMAND [--json] [--help]\natrium --version',
    '',
    '  up\n      start Atrium (npm start); SIGHUP restarts its workers one at a time',
    ...rows,
  ].join('\n')
}

/** One sentence for what the operator can correct; anything else is a bug and comes with its stack. */
async function describeFailure(thrown: unknown) {
  const catalogue = await errorTexts()
  const error = constraintErrors(catalogue)(thrown) as Error & { code?: unknown }
  if (error instanceof DomainError) {
    const { message, fields } = describeError(catalogue, 'en', error)
    if (!fields || error.code !== 'validation_failed') return message
    return Object.entries(fields)
      .map(([field, texts]) => `${optionOf(field)} ${texts.join(' and ')}`)
      .join('; ')
  }
  const isOfSystem = 'syscall' in error // such as a full disk
  if (error instanceof StartRefused || isOfSystem) return error.message
  return String(error.code).startsWith('ERR_PARSE_ARGS')
    ? firstSentence(error.message)
    : (error.stack ?? String(error))
}

/** Loaded when a command is refused. */
async function errorTexts(): Promise<Catalogue> {
  const [identity, tasks] = await Promise.all([
    import('@atrium/identity/errors'),
    import('@atrium/tasks/errors'),
  ])
  return { ...sharedErrors, ...tasks.errorCatalogue, ...identity.errorCatalogue }
}

function firstSentence(text: string) {
  return text.split(/(?<=\.) /, 1)[0]
}
