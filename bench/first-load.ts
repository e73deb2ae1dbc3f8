import { rmSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumSwitches } from '../e2e/chromium-switches.ts'
import { findChromium } from '../e2e/find-chromium.ts'
import { startAtriumForBench } from './atrium.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
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
type BrowserState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Runs in the page. The cards of a board and the rows of the home page are links to tasks. */
const observer = `
  const seen = { card: 0, layoutShift: 0 }
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

const atrium = await startAtriumForBench()
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumSwitches })
try {
  const { users, password } = atrium.run('demo') as { users: string[]; password: string }
  const { session, board } = await signIn(browser, { login: users[0], password })
  const visit = (visit: Visit) => medianOf(() => openOnce(browser, session, visit))
  console.log(
    `${cpus().length} cores shared by browser and services; load before: ${loadavg()[0]?.toFixed(1)}`,
  )
  report('Board, cold', await visit({ path: board }))
  report('Board, cold, 1.6 Mbit/s', await visit({ path: board, isSlow: true }))
  report('Board, warm', await visit({ path: board, isWarm: true }))
  report('Home, cold', await visit({ path: '/app/' }))
  console.log(`load after: ${loadavg()[0]?.toFixed(1)}`)
} finally {
  await browser.close()
  await atrium.stop()
  rmSync(atrium.dataFolder, { recursive: true, force: true })
}

/** Opens the fullest board of the demo once, so that the services are warmed up. */
async function signIn(browser: Browser, data: object) {
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
  await openOnce(browser, session, { path: board })
  return { session, board }
}

/** In a browser without a cache; if warm, after an earlier visit that installed the service worker. */
async function openOnce(browser: Browser, session: BrowserState, visit: Visit): Promise<Load> {
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
  await page.waitForFunction('seen.card')
  await sleep(SETTLE_MS)
  const { card, layoutShift } = await page.evaluate<Pick<Load, 'card' | 'layoutShift'>>('seen')
  const data = addresses.filter(address => !address.startsWith('/app/')).length
  return { card, requests: addresses.length - data, data, kilobytes: bytes / 1000, layoutShift }
}

/** Each figure by itself. */
async function medianOf(open: () => Promise<Load>) {
  const loads: Load[] = []
  for (let run = 0; run < RUNS; run += 1) loads.push(await open())
  const median = (name: keyof Load) =>
    loads.map(load => load[name]).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0
  return {
    card: median('card'),
    requests: median('requests'),
    data: median('data'),
    kilobytes: median('kilobytes'),
    layoutShift: median('layoutShift'),
  }
}

function report(name: string, { card, requests, data, kilobytes, layoutShift }: Load) {
  const figures = [
    `first card ${card.toFixed(0)} ms`.padStart(20),
    `${requests} + ${data} requests`.padStart(18),
    `${kilobytes.toFixed(0)} kB`.padStart(9),
    `layout shift ${layoutShift.toFixed(3)}`.padStart(21),
  ]
  console.log(`${name.padEnd(26)}${figures.join('')}`)
}
