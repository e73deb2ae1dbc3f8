import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { describeMachine, FIGURES_FILE, writeFigures } from './document.ts'
import { variables } from './options.ts'
import { createReport, type Report } from './report.ts'

interface Subject {
  about: string
  run: (report: Report) => Promise<unknown>
}

const growth: Record<string, Subject> = {
  'growth-tasks': {
    about: 'lists, boards and changes, 10,000 → 1,000,000 tasks',
    run: async report => (await import('./growth/tasks.ts')).measureTaskGrowth(report),
  },
  'growth-users': {
    about: 'the user list, 1,000 → 100,000 users',
    run: async report => (await import('./growth/users.ts')).measureUserGrowth(report),
  },
  'growth-streams': {
    about: 'live changes, 100 → 5,000 streams',
    run: async report => (await import('./growth/streams.ts')).measureStreamGrowth(report),
  },
  'growth-members': {
    about: 'work in a project, 10 → 2,000 members',
    run: async report => (await import('./growth/members.ts')).measureMemberGrowth(report),
  },
  'growth-notifications': {
    about: 'comments on watched tasks, 10 → 1,000 notifications per second',
    run: async report => (await import('./growth/notifications.ts')).measureNotificationGrowth(report),
  },
  'growth-webhooks': {
    about: 'everyday requests at 10,000 events per minute, for no webhook → a dead receiver',
    run: async report => (await import('./growth/webhooks.ts')).measureDeadReceiver(report),
  },
  'growth-processes': {
    about: 'deliveries on Redis, 1 → 32 processes',
    run: async report => (await import('./growth/processes.ts')).measureProcessGrowth(report),
  },
}
const single: Record<string, Subject> = {
  identity: {
    about: 'introspection, tokens and sign-in',
    run: async report => (await import('./identity.ts')).measureIdentity(report),
  },
  tasks: {
    about: 'reading a task and a board of 1,000 cards',
    run: async report => (await import('./tasks.ts')).measureTasks(report),
  },
  writes: {
    about: 'creating and moving tasks',
    run: async report => (await import('./writes.ts')).measureWrites(report),
  },
  office: {
    about: 'a day at the office: everything that people do all day, at the same time',
    run: async report => (await import('./office.ts')).measureOffice(report),
  },
  workers: {
    about: 'two workers against one',
    run: async report => (await import('./workers.ts')).measureWorkers(report),
  },
  footprint: {
    about: 'idle memory and start of a service',
    run: async report => (await import('./footprint.ts')).measureFootprint(report),
  },
  'first-load': {
    about: 'a board and the home page in a browser',
    run: async report => (await import('./first-load.ts')).measureFirstLoad(report),
  },
  screens: {
    about: 'everyday actions in a browser, from the click to the painted result',
    run: async report => (await import('./screens.ts')).measureScreens(report),
  },
  ...growth,
}
const groups: Record<string, Subject[]> = {
  growth: Object.values(growth),
  all: Object.values(single),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
})
const [name = ''] = positionals
const subjects = groups[name] ?? [single[name]].flatMap(subject => subject ?? [])
if (values.help) process.stdout.write(`${usage()}\n`)
else if (subjects.length === 0) {
  process.stderr.write(`${usage()}\n`)
  process.exitCode = 1
} else await measure(subjects, values.out ?? (name === 'all' ? FIGURES_FILE : undefined))

async function measure(subjects: Subject[], out: string | undefined) {
  const report = createReport()
  describeMachine(report)
  for (const { about, run } of subjects) {
    report.progress(`\n${about}`)
    await run(report).catch(error => {
      process.exitCode = 1
      report.progress(String((error as Error).stack))
      report.addNote(`Not measured: ${about} (${(error as Error).message.split('\n')[0]})`)
    })
  }
  if (out === FIGURES_FILE) writeFigures(report.markdown())
  else if (out) writeFileSync(out, `# Performance\n\n${report.markdown()}\n`)
  else process.stdout.write(`${report.markdown()}\n`)
  if (out) report.progress(`\nWritten to ${out}`)
}

function usage() {
  const list = (rows: [string, string][]) =>
    rows.map(([word, about]) => `  ${word.padEnd(22)}${about}`).join('\n')
  return [
    'npm run bench -- SUBJECT [--out FILE]',
    list([
      ['all', `everything, written to ${FIGURES_FILE} unless --out names another file`],
      ['growth', 'all growth-… subjects'],
      ...Object.entries(single).map(([name, { about }]): [string, string] => [name, about]),
    ]),
    'Limits, as environment variables:',
    list(Object.entries(variables).map(([name, [value, about]]) => [name, `${about} (${value})`])),
  ].join('\n\n')
}
