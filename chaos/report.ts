import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Account } from './accounting.ts'

const document = fileURLToPath(new URL('../docs/reliability.md', import.meta.url))

export type Result = { title: string; about: string } & ({ account: Account } | { skipped: string })

/** Whether nothing was lost, doubled or read wrongly. */
export function isSound({
  writesLost,
  writesDoubled,
  staleReads,
  notificationsLost,
  notificationsDoubled,
}: Account) {
  return writesLost + writesDoubled + staleReads + notificationsLost + notificationsDoubled === 0
}

export function rowOf(result: Result) {
  if ('skipped' in result) return [result.title, `not run: ${result.skipped}`]
  const { account } = result
  return [
    result.title,
    number(account.requests),
    failuresOf(account),
    `${number(account.writes)} / ${account.writesLost} / ${account.writesDoubled}`,
    String(account.staleReads),
    `${number(account.notifications)} / ${account.notificationsLost} / ${account.notificationsDoubled}`,
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
    'stale reads',
    'notifications: due / lost / doubled',
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
PostgreSQL. Eight writers create tasks, move and read them; one refreshes its tokens. Every write has an Idempotency-Key and is
sent again until it is acknowledged, so a failed request is a delay for a user, not a loss. Each task notifies a reader, whose
event stream reconnects as a browser does.

- **failed**: requests without an answer or with an error, by kind, each of them counted.
- **lost**: acknowledged, but not in the database at the end; **doubled**: there twice.
- **stale reads**: a writer did not see their own change.
- **longest gap**: the longest time in which no request succeeded.
- **recovery**: from the end of the harm to the last failed request.
`
