import { readEnvironmentFile } from '@atrium/core/settings'
import { runConsole } from './console.ts'

function readEnvironment() {
  readEnvironmentFile()
  return process.env
}

process.exit(await runConsole(process.argv.slice(2), readEnvironment, process))
