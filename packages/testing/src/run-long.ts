import { type Part, printResults, runParts } from './run-parts.ts'

const services = 'node packages/testing/src/run-services.ts'
const browser = 'node e2e/run.ts'

/** What takes too long for `npm test`. Only one part runs at a time: many of them use the whole machine. */
const parts: Omit<Part, 'output'>[] = [
  {
    name: 'services', // every service test, with the long ones
    command: `${services} '{apps,packages}/*/test/**/!(*.long).test.ts'`,
  },
  {
    name: 'models', // random work, compared with a model
    command: `${services} apps/identity/test/tokens/token-life.test.ts 'apps/tasks/test/*/{task-graph,bulk-model,time-summary,time-report,daily-summary,reports,recurrence-rules}.test.ts'`,
    environment: { MODEL_RUNS: '1000', TIME_RUNS: '1000', REPORT_RUNS: '200', RULE_RUNS: '10000' },
  },
  {
    name: 'texts', // what people write, in editors, filters, dates and imports
    command: `${services} 'apps/web/test/*.test.ts' apps/tasks/test/views/filter-language.test.ts`,
    environment: { TEXT_RUNS: '50000' },
  },
  {
    name: 'races', // what many do at the same time
    command: `${services} apps/identity/test/tokens/instances.test.ts 'apps/tasks/test/*/{sign-out,moves,notification-stream,killed-senders}.test.ts'`,
    environment: { SIGN_OUTS: '200', MOVE_SECONDS: '30', STREAM_CUTS: '100', SENDER_KILLS: '60' },
  },
  {
    name: 'workers', // models and races with several processes per service
    command: `${services} apps/identity/test/tokens/token-life.test.ts 'apps/tasks/test/*/{task-graph,bulk-model,sign-out,moves,notification-stream}.test.ts'`,
    environment: {
      TEST_WORKERS: '2',
      MODEL_RUNS: '100',
      MOVE_SECONDS: '30',
      SIGN_OUTS: '50',
      STREAM_CUTS: '50',
    },
  },
  {
    name: 'office',
    command: `${services} apps/tasks/test/service/office.test.ts`,
    environment: { OFFICE_MINUTES: '10' },
  },
  {
    name: 'attacks',
    command: `${services} 'apps/*/test/service/hostile-input.test.ts'`,
    environment: { ALL_ATTACKS: '1' },
  },
  {
    name: 'restarts',
    command: `${services} packages/http/test/rolling-restart.test.ts apps/console/test/npm.test.ts`,
    environment: { RESTARTS: '20', ALL_SCRIPTS: '1' },
  },
  {
    name: 'long', // the files that say so in their name
    command: `${services} '{apps,packages}/*/test/**/*.long.test.ts'`,
    environment: { FILE_MINUTES: '60' },
  },
  { name: 'tabs', command: `${browser} session.spec --grep 'two tabs' --repeat-each=20` },
  {
    name: 'screens', // every screen, in every variant
    command: `${browser} screens.spec hostile-texts.spec --grep-invert @long`,
    environment: { ALL_SCREENS: '1' },
  },
  { name: 'browser', command: `${browser} --grep @long`, environment: { ALL_SCREENS: '1' } },
  {
    name: 'sizes', // large boards and tables
    command: `${browser} --workers=1 e2e/long/`,
    environment: { ALL_SCREENS: '1', E2E_TOKEN_LIFE: '3600' },
  },
]

const names = parts.map(({ name }) => name)
const wanted = process.argv.slice(2)
if (wanted.includes('--help')) {
  console.log(`Usage: npm run test:long [-- PART…]\n\nParts: ${names.join(', ')}`)
  process.exit()
}
const unknown = wanted.filter(name => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Parts: ${names.join(', ')}`)
  process.exit(1)
}
const chosen = parts
  .filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  .map(
    (part): Part => ({ ...part, output: 'at once', environment: { NEW_EXAMPLES: '1', ...part.environment } }),
  )
printResults(await runParts(chosen, { atOnce: 1 }))
