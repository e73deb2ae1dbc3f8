import { expect, test } from '@playwright/test'
import { callApi, openAsNewUser, personalBoard } from '../boards.ts'

interface Answer {
  items: { id: number }[]
}

/** Fewer requests open a page sooner: each waits for a connection, and browsers open six. */
test('a board and the home page load with few requests, none of them twice', async ({ browser }) => {
  const { page } = await openAsNewUser(browser)
  const { items: projects } = await callApi<Answer>(page, 'GET', '/project')
  const { items: boards } = await callApi<Answer>(page, 'GET', `/project/${projects[0]?.id}/board`)
  const board = boards[0]?.id
  await callApi(page, 'POST', '/task', { title: 'First card', boardId: board })

  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const opened = await context.newPage()
  const requests: string[] = []
  opened.on('request', request => requests.push(new URL(request.url()).pathname))

  // The code arrives only when the data has been requested.
  const early = Promise.all([opened.waitForRequest(/\/startup$/), opened.waitForRequest(/\/full\?/)])
  await opened.route(/\/assets\/start-.*\.js$/, async route => {
    await early
    await route.continue()
  })
  const stream = opened.waitForRequest(/\/events\?/)
  await opened.goto(`/app/board/${board}`)
  await expect(opened.getByRole('link', { name: 'First card' })).toBeVisible()
  await stream
  const isCode = (path: string) => path.startsWith('/app/')
  const code = requests.filter(path => isCode(path) && path !== '/app/favicon.svg')
  expect(code.length, code.join('\n')).toBeLessThanOrEqual(12)
  expect(requests.filter(path => !isCode(path)).sort()).toEqual([
    `/board/${board}/full`,
    '/events',
    '/startup',
  ])

  requests.length = 0
  await opened.goto('/app/')
  await expect(opened.getByRole('link', { name: 'First card' })).toBeVisible()
  const data = requests.filter(path => !isCode(path))
  expect(data.filter(path => path.startsWith('/board/'))).toEqual([])
  expect(new Set(data.filter(path => path !== '/task')).size).toBe(
    data.filter(path => path !== '/task').length,
  )
})

test('outlines of the page are painted while its code is still loading', async ({ page, browser }) => {
  const { board } = await personalBoard(page)
  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByRole('button', { name: 'Add task to To do' })).toBeVisible()
  await expect(page.locator('#shell')).toHaveCount(0)

  const context = await browser.newContext({
    storageState: await page.context().storageState(),
    colorScheme: 'dark',
  })
  const opened = await context.newPage()
  const code = Promise.withResolvers<void>()
  await opened.route(/\/assets\//, async route => {
    await code.promise
    await route.continue()
  })
  // The page itself has arrived; it is not loaded before its code.
  await opened.goto(`/app/board/${board.id}`, { waitUntil: 'commit' })
  // `waitForFunction` would evaluate text in the page, which its policy forbids.
  await expect
    .poll(() => opened.evaluate('performance.getEntriesByName("first-contentful-paint").length'))
    .toBe(1)
  const sidebar = opened.locator('#shell nav')
  await expect(opened.locator('#shell .columns p').first()).toBeVisible()
  await expect(opened.locator('#shell')).toHaveCSS('background-color', 'rgb(21, 20, 19)')
  expect((await sidebar.boundingBox())?.width).toBe(248)

  await opened.evaluate('localStorage.setItem("atrium.sidebar-collapsed", "true")')
  await opened.goto('/app/', { waitUntil: 'commit' })
  await expect(opened.locator('#shell .columns')).toBeHidden()
  await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(64)
  code.resolve()
  await expect(opened.getByRole('heading', { name: /Sam/ })).toBeVisible()
  await expect(opened.locator('#shell')).toHaveCount(0)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.route(/\/assets\//, () => {})
  await visitor.goto('/app/', { waitUntil: 'commit' })
  await expect(visitor.locator('#shell')).toBeAttached()
  await expect(visitor.locator('#shell')).toBeHidden()
})
