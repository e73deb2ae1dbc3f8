import type { ParseArgsConfig } from 'node:util'
import type { Installation } from '../installation.ts'

type Options = NonNullable<ParseArgsConfig['options']>
export type Values = Record<string, string | boolean | string[] | undefined>

/** The result of a command: one JSON object for scripts, and the same as text. */
export interface Outcome {
  json: object
  text: string
  /** The exit code of the process, if it is not 0. */
  exitCode?: number
}

export interface Command {
  usage: string
  summary: string
  options?: Options
  /** Options of type string that also work without a value; it is then empty. */
  optionalValues?: string[]
  /** Names of the positional arguments, all required. */
  takes?: string[]
  /** The behaviour without an installation: create one, or do its work anyway. By default the command refuses. */
  withoutInstallation?: 'create' | 'work'
  run: (
    installation: Installation,
    values: Values,
    positionals: string[],
    /** Prints a line of progress on stderr, so that stdout contains only the result. */
    report: (line: string) => void,
    /** Writes to stdout what is too long to be held as a whole. */
    write: (text: string) => void,
  ) => Promise<Outcome>
}
