import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumSwitches } from '../e2e/chromium-switches.ts'
import { findChromium } from '../e2e/find-chromium.ts'
import { type BenchAtrium, withAtrium } from './atrium.ts'
import { share } from './load.ts'
import { limit } from './options.ts'
import type { Report } from './report.ts'

/** A slow phone connection. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }

/** For what follows the first card, such as the event stream. */
const SETTLE_MS = 500

interface Load {
  /** Until the first card was painted. */
  card: number
  requests: number
  data: number
  kilobytes: number
  layoutShift: number
}

type Visit = { path: string; isSlow?: boolean; isWarm?: boolean }
type Observed = typeof globalThis & { seen?: Pick<Load, 'card' | 'layoutShift'> }
type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Runs in the page. The cards of a board and the rows of the home page are links to tasks. */
const observer = `
  const seen = (globalThis.seen = { card: 0, layoutShift: 0 })
  const cards = new MutationObserver(() => {
    if (!document.querySelector('main a[href*="/task/"]')) return
    cards.disconnect()
    requestAnimationFrame(() => setTimeout(() => { seen.card = performance.now() }))
  })
  cards.observe(document, { childList: true, subtree: true })
  new PerformanceObserver(list => {
    for (const { value } of list.getEntries()) seen.layoutShift += value
  }).observe({ type: 'layout-shift', buffered: true })
`

/** How quickly a board and the home page appear in a browser, with the demo data. */
export function measureFirstLoad(report: Report) {
  return withAtrium(report, {}, async atrium => {
    const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumSwitches })
    try {
      const { session, board } = await openDemoBoard(atrium, browser)
      const visits: Record<string, Visit> = {
        'board, cold': { path: board },
        'board, cold, 1.6 Mbit/s': { path: board, isSlow: true },
        'board, warm': { path: board, isWarm: true },
        'home page, cold': { path: '/app/' },
      }
      const rows: string[][] = []
      for (const [name, visit] of Object.entries(visits))
        rows.push([name, ...cellsOf(await medianOf(() => openOnce(atrium, browser, session, visit)))])
      report.addTable(
        'First load',
        ['page', 'first card ms', 'files', 'requests for data', 'kB', 'layout shift'],
        rows,
      )
    } finally {
      await browser.close()
    }
  })
}

/** Creates the demo data, signs in, and opens the fullest board once, so that the services are warmed up. */
export async function openDemoBoard(atrium: BenchAtrium, browser: Browser) {
  const { users, password } = atrium.run('demo') as { users: string[]; password: string }
  const data = { login: users[0], password }
  const context = await browser.newContext({ baseURL: atrium.tasksUrl })
  const { token, refresh_token } = await (await context.request.post('/user/login', { data })).json()
  await context.addCookies(
    Object.entries({ app_access_token: token, app_refresh_token: refresh_token }).map(([name, value]) => ({
      name,
      value,
      url: atrium.tasksUrl,
      httpOnly: true,
    })),
  )
  const { item } = await (await context.request.get('/startup')).json()
  const projects = item.navigation.projects as { name: string; boards: { id: number }[] }[]
  const boardId = projects.find(({ name }) => name === 'Website relaunch')?.boards[0]?.id
  const board = `/app/board/${boardId}`
  const session = await context.storageState()
  await openOnce(atrium, browser, session, { path: board })
  return { session, board }
}

/** In a browser without a cache; if warm, after an earlier visit that installed the service worker. */
export async function openOnce(
  atrium: BenchAtrium,
  browser: Browser,
  session: BrowserState,
  visit: Visit,
): Promise<Load> {
  const context = await browser.newContext({
    baseURL: atrium.tasksUrl,
    storageState: session,
    viewport: { width: 1440, height: 900 },
    serviceWorkers: visit.isWarm ? 'allow' : 'block',
  })
  try {
    if (visit.isWarm) {
      const earlier = await context.newPage()
      await earlier.goto(visit.path)
      await earlier.evaluate('navigator.serviceWorker.ready.then(() => {})')
      await earlier.close()
    }
    return await measure(await context.newPage(), visit)
  } finally {
    await context.close()
  }
}

async function measure(page: Page, { path, isSlow }: Visit): Promise<Load> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  if (isSlow) await network.send('Network.emulateNetworkConditions', SLOW)
  const addresses: string[] = []
  const cached = new Set<string>()
  let bytes = 0
  network.on('Network.requestWillBeSent', ({ request }) => addresses.push(new URL(request.url).pathname))
  network.on('Network.responseReceived', ({ requestId, response }) => {
    if (response.fromServiceWorker || response.fromDiskCache) cached.add(requestId)
  })
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!cached.has(requestId)) bytes += encodedDataLength
  })
  await page.addInitScript({ content: observer })
  await page.goto(path)
  // Functions, because the content security policy does not allow evaluating strings.
  await page.waitForFunction(() => (globalThis as Observed).seen?.card)
  await sleep(SETTLE_MS)
  const seen = await page.evaluate(() => (globalThis as Observed).seen)
  const data = addresses.filter(address => !address.startsWith('/app/')).length
  const { card = 0, layoutShift = 0 } = seen ?? {}
  return { card, requests: addresses.length - data, data, kilobytes: bytes / 1000, layoutShift }
}

/** Each figure by itself. */
async function medianOf(open: () => Promise<Load>) {
  const loads: Load[] = []
  for (let run = 0; run < limit('BENCH_RUNS'); run += 1) loads.push(await open())
  const median = (name: keyof Load) =>
    share(
      loads.map(load => load[name]),
      0.5,
    )
  return {
    card: median('card'),
    requests: median('requests'),
    data: median('data'),
    kilobytes: median('kilobytes'),
    layoutShift: median('layoutShift'),
  }
}

function cellsOf({ card, requests, data, kilobytes, layoutShift }: Load) {
  return [card.toFixed(0), String(requests), String(data), kilobytes.toFixed(0), layoutShift.toFixed(3)]
}
