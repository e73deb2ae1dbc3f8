import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefused } from '@atrium/core/errors'
import type { Actor } from '@atrium/tasks/administration/actor'
import type { Deps as TasksDeps } from '@atrium/tasks/deps'
import { describeImport } from '@atrium/tasks/imports/jobs/describe-import'
import { getImport, startImport } from '@atrium/tasks/imports/jobs/import-job.commands'
import type { ImportJob } from '@atrium/tasks/imports/jobs/import-job.contract'
import { runImport } from '@atrium/tasks/imports/jobs/run-import'
import type { Outcome, Values } from './command.ts'

const EVERY_MS = 1000

type ProgramId = Exclude<ImportJob['source'], 'atrium'>

/** Imports a file, or what is at an address, as `POST /import` does, and stays until the import has ended. */
export async function importProgram(
  deps: TasksDeps,
  actor: Actor,
  { source, from, values }: { source: ProgramId; from: string; values: Values },
  report: (line: string) => void,
): Promise<Outcome> {
  const isAddress = /^https?:\/\//i.test(from)
  const started = await startImport(
    deps,
    actor,
    {
      source,
      ...(isAddress ? { address: from, token: await readToken(values) } : { file: await readUpload(from) }),
      ...(typeof values.people === 'string' && { people: await readFile(values.people, 'utf8') }),
      ...(typeof values.project === 'string' && { projectId: readId(values.project) }),
      ...(typeof values.name === 'string' && { name: values.name }),
      withArchived: values['with-archived'] === true,
      dryRun: values['dry-run'] === true,
    },
    'en',
  )
  const job = await follow(deps, actor, started.id, report)
  return { json: job, text: textOf(job), ...(job.status === 'failed' && { exitCode: 1 }) }
}

/** Works on the import here. If Atrium is running, it may have been faster, and this only watches. */
async function follow(deps: TasksDeps, actor: Actor, id: number, report: (line: string) => void) {
  let last = ''
  const read = async () => describeImport(await getImport(deps, actor, id), 'en')
  for (;;) {
    const working = runImport(deps, id).then(
      () => true,
      () => true, // the next attempt starts below, as often as the import allows
    )
    let isIdle = false
    while (!isIdle) {
      isIdle = await Promise.race([working, sleep(EVERY_MS, false)])
      const job = await read()
      const line = progressOf(job)
      if (line !== last) report(line)
      last = line
      if (job.finishedAt) {
        await working
        return job
      }
    }
    await sleep(EVERY_MS)
  }
}

const steps = { reading: 'Reading', tasks: 'Importing tasks', files: 'Fetching attachments' }

function progressOf({ progress: { step, done, total } }: ImportJob) {
  return `${steps[step]}: ${done}${total === null ? '' : ` of ${total}`}`
}

function textOf({ id, status, isDryRun, name, projectId, report, losses, error }: ImportJob) {
  if (status === 'failed') return `The import failed: ${error?.message ?? 'unknown'}`
  const { created, known, taskCount, commentCount, fileCount, people, skipped } = report
  const unknown = people.filter(({ userId }) => userId === null)
  return [
    isDryRun
      ? `${name}: ${taskCount} tasks, ${commentCount} comments and ${fileCount} attachments would be imported.`
      : `Imported ${name} to project ${projectId}: ${created} tasks created${known > 0 ? `, ${known} were there already` : ''}.`,
    ...(unknown.length > 0
      ? [`Without an account here: ${unknown.map(person => person.name).join(', ')}`]
      : []),
    ...skipped.map(({ reason, count }) => `Left out (${reason}): ${count}`),
    ...losses.map(
      ({ text, count, example }) => `${text}: ${count}${example ? `, such as “${example}”` : ''}`,
    ),
    ...(isDryRun ? [] : [`To take it back within a day: DELETE /import/${id}`]),
  ].join('\n')
}

/** From a file or the environment: an option can be read by every user of the machine. */
async function readToken(values: Values) {
  const { token, 'token-file': tokenFile } = values
  if (typeof tokenFile === 'string') return (await readFile(tokenFile, 'utf8')).trim()
  const given = typeof token === 'string' ? token : process.env.IMPORT_TOKEN
  if (!given)
    throw new StartRefused('An address needs --token-file FILE, or IMPORT_TOKEN in the environment.')
  return given
}

async function readUpload(path: string) {
  const { size } = await stat(path).catch(() => {
    throw new StartRefused(`${path} is neither a file that can be read nor an address.`)
  })
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return {
    name: basename(path),
    type: '',
    size,
    sha256: hash.digest('hex'),
    content: () => createReadStream(path),
  }
}

function readId(text: string) {
  const id = Number(text)
  if (!Number.isSafeInteger(id) || id < 1)
    throw new StartRefused('--project must be the number of a project.')
  return id
}
