import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { StartRefused } from '@atrium/core/errors'
import type { Actor } from '@atrium/tasks/administration/actor'
import { listPermissionsOf } from '@atrium/tasks/administration/user.queries'
import type { Deps as TasksDeps } from '@atrium/tasks/deps'
import { importProjectExport } from '@atrium/tasks/exports/import-project'
import { importSourceIds } from '@atrium/tasks/imports/plan/import-sources.contract'
import { startDatabase } from '../embedded-database.ts'
import { loadExport } from '../export/load-export.ts'
import type { Installation } from '../installation.ts'
import { withTasks } from '../tasks-deps.ts'
import type { Command, Outcome, Values } from './command.ts'
import { importProgram } from './import-program.ts'

type Report = (line: string) => void

/** A product to import from: an entry of the list below. */
interface Source {
  id: string
  run: (installation: Installation, values: Values, from: string, report: Report) => Promise<Outcome>
}

const programs = importSourceIds.filter(id => id !== 'atrium')

const sources: Source[] = [
  {
    id: 'atrium',
    run: async (installation, values, from) => {
      const found = await stat(from).catch(() => {
        throw new StartRefused(`${from} is neither a file nor a folder that can be read.`)
      })
      const isFolder = found.isDirectory()
      return isFolder ? importInstallation(installation, from) : importProject(installation, values, from)
    },
  },
  ...programs.map(
    (source): Source => ({
      id: source,
      run: (installation, values, from, report) =>
        withTasks(installation, async deps => {
          const actor = await getActor(deps, requireUser(values))
          return importProgram(deps, actor, { source, from, values }, report)
        }),
    }),
  ),
]

export const importCommands: Record<string, Command> = {
  import: {
    usage:
      'SOURCE FILE|ADDRESS [--as EMAIL] [--token-file FILE] [--project ID] [--name NAME] [--people FILE] [--with-archived] [--dry-run]',
    summary: `\`import atrium FOLDER\` loads what \`export\` has written into an empty installation; \`import atrium FILE --as EMAIL\` creates a project of that user from the export of a project. Any other SOURCE (${programs.join(', ')}) is a file, or an address with a token from --token-file or IMPORT_TOKEN; it becomes a project of the user unless --project names one. --dry-run only counts. --people FILE has JSON: [{ "externalId", "userId" }]`,
    options: {
      as: { type: 'string' },
      token: { type: 'string' },
      'token-file': { type: 'string' },
      project: { type: 'string' },
      name: { type: 'string' },
      people: { type: 'string' },
      'with-archived': { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
    takes: ['SOURCE', 'FILE'],
    withoutInstallation: 'create',
    run: async (installation, values, [id = '', from = ''], report) => {
      const source = sources.find(one => one.id === id)
      if (!source) throw new StartRefused(`SOURCE must be one of ${sources.map(one => one.id).join(', ')}.`)
      return source.run(installation, values, from, report)
    },
  },
}

async function importInstallation(installation: Installation, folder: string): Promise<Outcome> {
  const postgres = await startDatabase(installation) // refuses while the system runs
  try {
    const { rows, exportedAt } = await loadExport(installation, folder)
    return {
      json: { folder, rows, exported_at: exportedAt },
      text: `Imported ${rows} records of the export from ${exportedAt}.`,
    }
  } finally {
    await postgres?.stop()
  }
}

async function importProject(installation: Installation, values: Values, file: string): Promise<Outcome> {
  const email = requireUser(values)
  return withTasks(installation, async deps => {
    const actor = await getActor(deps, email)
    const { projectId, name, counts, unknownPeople } = await importProjectExport(
      deps,
      actor,
      createReadStream(file),
    )
    const tasks = counts.tasks ?? 0
    return {
      json: { file, project_id: projectId, name, tasks, unknown_people: unknownPeople },
      text: [
        `Imported the project ${name} with ${tasks} tasks.`,
        ...(unknownPeople.length > 0
          ? [
              `Without an account here, so that their work is now that of ${email}: ${unknownPeople.join(', ')}.`,
            ]
          : []),
      ].join('\n'),
    }
  })
}

function requireUser({ as }: Values) {
  if (typeof as !== 'string')
    throw new StartRefused('--as must be the address of the user who imports the project.')
  return as
}

/** The user with the permissions that they have: an operator does not lend them more. */
async function getActor({ db }: TasksDeps, email: string): Promise<Actor> {
  const user = await db
    .selectFrom('users')
    .where('emailText', '=', email.toLowerCase())
    .where('archivedAt', 'is', null)
    .select(['id', 'passportId'])
    .executeTakeFirst()
  if (user?.passportId == null)
    throw new StartRefused(`${email} is not a user who has signed in to the application.`)
  const permissions = (await listPermissionsOf(db, [user.id])).get(user.id) ?? new Set<string>()
  return { id: user.id, passportId: user.passportId, roles: [], permissions }
}
