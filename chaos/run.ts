import { cpus, totalmem } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { version } from '@atrium/core/version'
import { findProxy, type ProxyName } from '@atrium/testing/sample-proxies'
import { startDay } from '../office/day.ts'
import { followProjects } from '../office/followers.ts'
import { openOffice } from '../office/office.ts'
import { type Account, settle } from './accounting.ts'
import { startCluster } from './cluster.ts'
import { isSound, type Result, rowOf, writeDocument } from './report.ts'
import type { Preparation, Scenario } from './scenario.ts'
import { databaseScenarios } from './scenarios/database.ts'
import { instanceScenarios } from './scenarios/instances.ts'
import { surroundingScenarios } from './scenarios/surroundings.ts'

/** Before and after the harm. */
const CALM_MS = 5000
/** Between two activities of a person. */
const PAUSE_MS = 100

const scenarios: Record<string, Scenario> = {
  ...instanceScenarios,
  ...databaseScenarios,
  ...surroundingScenarios,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
})
const unknown = positionals.find(name => !Object.hasOwn(scenarios, name))
if (values.help) say(usage())
else if (unknown) {
  process.stderr.write(`Unknown scenario ${unknown}.\n\n${usage()}\n`)
  process.exitCode = 1
} else await runAll(positionals.length > 0 ? positionals : Object.keys(scenarios), positionals.length === 0)

/** Only a whole run rewrites the document. */
async function runAll(names: string[], isWhole: boolean) {
  const results: Result[] = []
  for (const name of names) {
    const scenario = scenarios[name] as Scenario
    say(`${scenario.title}…`)
    const result = await runScenario(scenario)
    say(rowOf(result).join('  '))
    results.push(result)
    if ('account' in result && !isSound(result.account)) process.exitCode = 1
  }
  if (!isWhole) return
  writeDocument(results, { machine: machine(), version })
  say('Written to docs/reliability.md')
}

async function runScenario({ title, about, proxy = 'nginx', skip, prepare }: Scenario): Promise<Result> {
  const skipped = findProxy(proxy) ? skip?.() : `${proxy} is not installed`
  if (skipped) return { title, about, skipped }
  const preparation = await prepare()
  try {
    return { title, about, account: await survive(proxy, preparation) }
  } finally {
    await preparation.clean?.()
  }
}

async function survive(proxy: ProxyName, { options, harm }: Preparation): Promise<Account> {
  const cluster = await startCluster({ proxy, ...options })
  try {
    const office = await openOffice(cluster.premises)
    const followers = await followProjects(office)
    const day = startDay(office, { pauseMs: PAUSE_MS })
    await sleep(CALM_MS)
    const healedAt = await harm(cluster)
    await sleep(CALM_MS)
    await day.stop()
    const account = await settle(office, followers, healedAt)
    await Promise.all(followers.map(follower => follower.stop()))
    return account
  } finally {
    await cluster.stop()
  }
}

function machine() {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB`
}

function usage() {
  const lines = Object.entries(scenarios).map(([name, { about }]) => `  ${name.padEnd(24)}${about}`)
  return ['npm run chaos [-- SCENARIO…]', 'All of them, or some:', ...lines].join('\n\n')
}

function say(text: string) {
  process.stdout.write(`${text}\n`)
}
