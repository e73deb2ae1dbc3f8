import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Account } from './accounting.ts'

const document = fileURLToPath(new URL('../docs/reliability.md', import.meta.url))

export type Result = { title: string; about: string } & ({ account: Account } | { skipped: string })

/** Whether nothing was lost, doubled, missed or answered wrongly. */
export function isSound(account: Account) {
  const { writesLost, writesDoubled, staleReads, notificationsLost, notificationsDoubled, unseen, wrong } =
    account
  const faults = [
    writesLost,
    writesDoubled,
    staleReads,
    notificationsLost,
    notificationsDoubled,
    unseen,
    wrong,
  ]
  return faults.every(count => count === 0)
}

export function rowOf(result: Result) {
  if ('skipped' in result) return [result.title, `not run: ${result.skipped}`]
  const { account } = result
  return [
    result.title,
    number(account.requests),
    failuresOf(account),
    `${number(account.writes)} / ${account.writesLost} / ${account.writesDoubled}`,
    number(account.unansweredWithoutKey),
    String(account.staleReads),
    `${number(account.notifications)} / ${account.notificationsLost} / ${account.notificationsDoubled}`,
    String(account.unseen),
    String(account.wrong),
    seconds(account.gapSeconds),
    seconds(account.recoverySeconds),
  ]
}

function failuresOf({ failures }: Account) {
  const kinds = Object.entries(failures).map(([kind, count]) => `${number(count ?? 0)} × ${kind}`)
  return kinds.join(', ') || '0'
}

function seconds(value: number) {
  return `${value.toFixed(1)} s`
}

function number(value: number) {
  return value.toLocaleString('en')
}

export function writeDocument(results: Result[], { machine, version }: { machine: string; version: string }) {
  const head = [
    'what happens',
    'requests',
    'failed',
    'writes: acknowledged / lost / doubled',
    'writes without a key: answered with an error',
    'stale reads',
    'notifications: due / lost / doubled',
    'unseen changes',
    'wrong answers',
    'longest gap',
    'recovery',
  ]
  const lines = [head, head.map(() => '---'), ...results.map(rowOf)].map(cells => `| ${cells.join(' | ')} |`)
  const about = results.map(({ title, about }) => `- **${title}.** ${about}`)
  writeFileSync(
    document,
    [
      introduction,
      ...lines,
      '',
      `Measured with ${version} on ${machine}.`,
      '',
      '## What happens',
      '',
      ...about,
      '',
    ].join('\n'),
  )
}

const introduction = `# Reliability

What users notice while something breaks. \`npm run chaos\` repeats all of it on one machine in about twelve minutes and rewrites
this page; \`npm run chaos -- --help\` lists the scenarios.

Each scenario has its own cluster: two instances of each service behind nginx with [the sample](../deploy/nginx.conf), on one
PostgreSQL. Sixteen people with different roles do what people do all day, at the same time ([office/](../office/activities)): with
the web application's client, with the npm client, and with scripts that send no Idempotency-Key. Nobody sends a change again by
hand; the clients repeat what they always repeat. Those with a browser or a program follow their projects in an event stream.

- **failed**: requests without an answer or with an error of the server, by kind, each of them counted, repetitions too.
- **lost**: acknowledged, but not in the database at the end; **doubled**: there twice.
- **writes without a key: answered with an error**: they may have happened or not, and nobody can ask. With a key, the client asks
  again, and the change happens once. So these are no losses, but what a script without keys has to look after itself.
- **stale reads**: an answer was older than a change that someone had been told of before the question.
- **notifications**: of tasks that were assigned to people with an open stream.
- **unseen changes**: did not reach a stream, which was not told to load everything again either.
- **wrong answers**: refusals or successes that the role of the person does not explain, counts and boards that do not fit together.
- **longest gap**: the longest time in which no request succeeded.
- **recovery**: from the end of the harm to the last failed request.
`
