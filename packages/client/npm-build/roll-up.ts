import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../', import.meta.url))
const commands = fileURLToPath(new URL('../../../node_modules/.bin/', import.meta.url))

/** What callers see of the client's own code, by file. */
const published = {
  'npm/entry': [
    'createTasksClient',
    'createIdentityClient',
    'TasksClient',
    'IdentityClient',
    'LiveMessage',
    'LiveMessages',
    'hasCode',
    'ErrorCode',
    'ErrorCodes',
  ],
  'npm/request': ['ClientOptions', 'TokenSource', 'CallOptions'],
  'npm/client-credentials': ['clientCredentials', 'ClientCredentials'],
  'npm/operations': ['ListOperation', 'Arguments', 'ListMeta'],
  'npm/event-stream': ['StreamOptions'],
  'src/api-error': ['ApiError', 'Details', 'FieldTexts'],
}

/** The declarations of the client's own code, as one file in front of the generated ones. */
export function rollUp(generated: string) {
  const output = mkdtempSync(join(tmpdir(), 'atrium-client-'))
  try {
    const words =
      '--ignoreConfig --declaration --emitDeclarationOnly --strict --skipLibCheck --allowImportingTsExtensions ' +
      `--target es2022 --lib es2022,dom --module esnext --moduleResolution bundler --types node --rootDir . --outDir ${output} npm/entry.ts`
    execFileSync(`${commands}tsc`, words.split(' '), { cwd: folder, stdio: 'inherit' })
    const parts = Object.entries(published).flatMap(([file, names]) => {
      const statements = statementsOf(readFileSync(join(output, `${file}.d.ts`), 'utf8'))
      return names.map(name => statements.get(name) ?? missing(name, file))
    })
    return formatted(`${parts.join('\n\n')}\n\n${generated}\n\nexport {}\n`)
  } finally {
    rmSync(output, { recursive: true })
  }
}

/** What is declared, by name, each with the comment above it. */
function statementsOf(text: string) {
  const statements = text.split(/^(?=\/\*\*|(?<!\*\/\n)(?:export|declare|interface|type) )/m)
  const declaration = /^(?:export )?(?:declare )?(?:class|function|interface|type) (\w+)/m
  return new Map(statements.map(statement => [declaration.exec(statement)?.[1], statement.trim()]))
}

function missing(name: string, file: string): never {
  throw new Error(`${file}.ts does not declare ${name}`)
}

function formatted(text: string) {
  const input = { input: text, encoding: 'utf8', maxBuffer: 10_000_000 } as const
  return execFileSync(`${commands}biome`, ['format', '--stdin-file-path=client.d.ts'], input)
}
