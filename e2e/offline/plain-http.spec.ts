import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { chromium, expect, type Page, test } from '@playwright/test'
import { nextPorts, tasksUrl } from '../atrium.ts'
import { callApi, createSharedTask } from '../boards.ts'
import { chromiumSwitches } from '../chromium-switches.ts'

const [PLAIN_PORT] = nextPorts(60)
const insecureUrl = `http://atrium.test:${PLAIN_PORT}`

/** Forwards as if COOKIE_SECURE were false: otherwise browsers refuse the cookies of a renewed session here. */
function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { method, headers } = incoming
  const forwarded = request(tasksUrl + incoming.url, { method, headers }, answer => {
    const cookies = answer.headers['set-cookie']?.map(cookie => cookie.replace('; Secure', ''))
    outgoing.writeHead(answer.statusCode ?? 500, {
      ...answer.headers,
      ...(cookies && { 'set-cookie': cookies }),
    })
    answer.pipe(outgoing)
  })
  forwarded.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forwarded.destroy())
  incoming.pipe(forwarded)
}

/** How many streams the tabs have open. */
function countStreams(pages: Page[]) {
  const counts = new Map(pages.map(page => [page, 0]))
  for (const page of pages) {
    const add = (count: number) => counts.set(page, (counts.get(page) ?? 0) + count)
    page.on('request', request => request.url().includes('/events?') && add(1))
    page.on('requestfinished', request => request.url().includes('/events?') && add(-1))
    page.on('requestfailed', request => request.url().includes('/events?') && add(-1))
    page.on('close', () => counts.delete(page))
  }
  return () => [...counts.values()].reduce((sum, count) => sum + count, 0)
}

/** Two tabs may lead at once until one of them sees the other one's lease. */
function leadForAMoment(page: Page) {
  return page.evaluate(() => {
    const channel = new BroadcastChannel('atrium.live')
    for (const kind of ['leader', 'resigned']) channel.postMessage({ kind, tab: 'rival' })
    channel.close()
  })
}

test('over plain HTTP, many tabs share one stream, and another tab takes over from one that closes or freezes', {
  tag: '@long',
}, async ({ page, browser, launchOptions }) => {
  const { task, board, colleague } = await createSharedTask(page, browser)
  const { items: members } = await callApi<{ items: { userId: number; role: string }[] }>(
    page,
    'GET',
    `/project/${board.projectId}/member`,
  )
  const userId = members.find(({ role }) => role === 'member')?.userId
  const server = createServer(forward).listen(Number(PLAIN_PORT), '127.0.0.1')
  const rules = '--host-resolver-rules=MAP atrium.test 127.0.0.1'
  const other = await chromium.launch({ ...launchOptions, args: [...chromiumSwitches, rules] })
  const context = await other.newContext({ locale: 'en-GB', serviceWorkers: 'block' })
  const cookies = await colleague.context().cookies(tasksUrl)
  await context.addCookies(
    cookies.map(({ name, value }) => ({ name, value, url: insecureUrl, httpOnly: true })),
  )
  await colleague.close()

  const tabs = await Promise.all(Array.from({ length: 8 }, () => context.newPage()))
  const streams = countStreams(tabs)
  for (const tab of tabs) {
    await tab.goto(`${insecureUrl}/app/board/${board.id}`)
    await expect(tab.getByRole('link', { name: 'Print posters' })).toBeVisible()
  }
  expect(await tabs[0]?.evaluate('isSecureContext')).toBe(false)
  await expect.poll(streams).toBe(1)

  const [first, second, third] = tabs as [Page, Page, Page]
  await callApi(page, 'PUT', `/task/${task.id}`, { assigneeId: userId, title: 'Print banners' })
  for (const tab of tabs) {
    await expect(tab.getByRole('link', { name: 'Print banners' })).toBeVisible()
    await expect(tab.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible()
  }

  await first.close()
  await expect.poll(streams).toBe(1)
  await leadForAMoment(third)
  await callApi(page, 'PUT', `/task/${task.id}`, { title: 'Print flyers' })
  for (const tab of tabs.slice(1)) await expect(tab.getByRole('link', { name: 'Print flyers' })).toBeVisible()

  for (const tab of [second, third]) {
    const devtools = await context.newCDPSession(tab)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
  }
  await callApi(page, 'PUT', `/task/${task.id}`, { title: 'Print stickers' })
  for (const tab of tabs.slice(3))
    await expect(tab.getByRole('link', { name: 'Print stickers' })).toBeVisible()
  await other.close()
  server.close()
})
