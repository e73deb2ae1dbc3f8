#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { constraintError } from '@atrium/database/constraint-errors'
import { DomainError, StartRefused } from '@atrium/http/errors'
import { readEnvironmentFile } from '@atrium/http/load-settings'
import { backupCommands } from './commands/backup.ts'
import { clientCommands } from './commands/client.ts'
import type { Command, Values } from './commands/command.ts'
import { demoCommands } from './commands/demo.ts'
import { keyCommands } from './commands/keys.ts'
import { migrateCommands } from './commands/migrate.ts'
import { up } from './commands/up.ts'
import { userCommands } from './commands/user.ts'
import { prepareInstallation } from './installation.ts'
import { buildWebApplications } from './web-build.ts'

const commands: Record<string, Command> = {
  ...clientCommands,
  ...userCommands,
  ...keyCommands,
  ...migrateCommands,
  ...backupCommands,
  ...demoCommands,
}

try {
  readEnvironmentFile()
  await runCommand(process.argv.slice(2))
  process.exit(0)
} catch (error) {
  process.stderr.write(`${sentenceFor(error)}\n`)
  process.exit(1)
}

async function runCommand([name, ...words]: string[]) {
  if (!name || name === '--help' || name === 'help') return print(help())
  if (name === 'up') return up(process.env)
  if (name === 'build') return buildWebApplications(print)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command)
    throw new StartRefused(`There is no command ${name}; \`npm run -s atrium -- --help\` lists them.`)
  if (words.includes('--help')) return print(`${name} ${command.usage}\n\n  ${command.summary}`)
  const { values, positionals } = parseWords(command, words)
  const outcome = await command.run(await prepareInstallation(process.env), values, positionals)
  print(values.json ? JSON.stringify(outcome.json) : outcome.text)
}

function parseWords(
  { options, takes = [], usage }: Command,
  words: string[],
): { values: Values; positionals: string[] } {
  const { values, positionals } = parseArgs({
    args: words,
    options: { ...options, json: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (positionals.length !== takes.length) throw new StartRefused(`Expected: ${usage || 'no arguments'}`)
  return { values: values as Values, positionals }
}

function help() {
  const rows = Object.entries(commands).map(
    ([name, { usage, summary }]) => `  ${`${name} ${usage}`.trim()}\n      ${summary}`,
  )
  return [
    'atrium COMMAND [--json] [--help]',
    '',
    '  up\n      start the whole system (npm start)',
    ...rows,
  ].join('\n')
}

function print(text: string) {
  process.stdout.write(`${text}\n`)
}

/** One sentence for whatever a person can put right; anything else is ours, with its stack. */
function sentenceFor(thrown: unknown) {
  const error = constraintError(thrown) as Error & {
    code?: unknown
    details?: { errors?: Record<string, string[]> }
  }
  const fields =
    error instanceof DomainError ? (error.details?.errors as Record<string, string[]> | undefined) : undefined
  if (fields)
    return Object.entries(fields)
      .map(([field, messages]) => `${field} ${messages.join(' and ')}`)
      .join('; ')
  if (error instanceof DomainError || error instanceof StartRefused) return error.message
  return String(error.code).startsWith('ERR_PARSE_ARGS') ? error.message : (error.stack ?? String(error))
}
