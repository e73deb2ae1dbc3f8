import { expect, type Page, test } from '@playwright/test'
import { tasksUrl } from '../atrium.ts'
import { callApi, openAsNewUser, personalBoard } from '../boards.ts'
import {
  createHostileProject,
  hostileFiles,
  hostileName,
  hostileTable,
  hostileTitle,
  hostileTrello,
} from '../hostile-texts.ts'
import { registerPerson, signInByApi } from '../people.ts'

interface List {
  items: object[]
}

test.use({ viewport: { width: 320, height: 720 } })

test('user input never runs, sends requests or breaks the layout', async ({ page, browser }) => {
  const harm = recordHarm(page)
  await signInByApi(page, await registerPerson())
  const { page: colleague } = await openAsNewUser(browser)
  const { projectId, boardId, taskId } = await createHostileProject(page, colleague)
  await colleague.context().close()

  const response = await page.goto(`/app/board/${boardId}/task/${taskId}`)
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toMatch(/script-src [^;]*'self'/)
  expect(policy.match(/script-src(-elem|-attr)? [^;]*/g)?.join()).not.toContain('unsafe-inline')

  const panel = page.getByRole('dialog')
  await expect(panel.getByText('press me')).toHaveCount(2)
  await expect(panel.getByRole('link', { name: /press me|or me/ })).toHaveCount(0)
  await panel.getByText('press me').first().click()
  await expect(panel.getByRole('link', { name: /onerror.*html/ }).first()).toBeVisible()
  const { items } = await callApi<{ items: { id: number }[] }>(page, 'GET', `/task/${taskId}/attachment`)
  const file = await page.request.get(`${tasksUrl}/attachment/${items[0]?.id}/content`)
  expect(file.headers()['content-disposition']).toMatch(/^attachment/)
  await panel.getByRole('tab', { name: 'Activity' }).click()
  await expectIntact(page)

  const places = ['/', '/inbox', `/board/${boardId}`]
  // `npm run test:long` visits all; the import stays last, for what follows.
  const others = process.env.ALL_SCREENS ? ['/members', '/time', '/settings'] : []
  const ofProject = ['', ...others, '/activity', '/import']
  for (const place of [...places, ...ofProject.map(tab => `/project/${projectId}${tab}`)]) {
    await page.goto(`/app${place}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expectIntact(page)
  }
  const table = { name: `${hostileName}.csv`, mimeType: 'text/csv', buffer: Buffer.from(hostileTable) }
  await page.locator('input[type=file]').setInputFiles(table)
  await page.getByRole('button', { name: 'Import 1 task' }).click()
  await expect(page.getByRole('heading', { name: 'Import complete' })).toBeVisible()
  await expectIntact(page)
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search, or type a command…').fill(hostileTitle.slice(0, 11))
  await expect(page.getByRole('option', { name: /<svg onload/ }).first()).toBeVisible()
  await expectIntact(page)
  expect(harm).toEqual([])
})

test('invalid import files are refused with a message, and only the texts of a hostile board are imported', {
  tag: '@long',
}, async ({ page }) => {
  const harm = recordHarm(page)
  const { board } = await personalBoard(page)
  await page.goto(`/app/project/${board.projectId}/import`)
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  for (const { name, content, message } of hostileFiles) {
    await choose(name, content)
    await expect(page.getByRole('alert'), name).toHaveText(message)
    await expectIntact(page)
  }
  const { items: boards } = await callApi<List>(page, 'GET', `/project/${board.projectId}/board`)
  expect(boards, 'nothing is imported from refused files').toHaveLength(1)

  await choose('trello.json', Buffer.from(JSON.stringify(hostileTrello)))
  await expect(page.getByText('3 items will be skipped')).toBeVisible()
  await expectIntact(page)
  await page.getByRole('button', { name: 'Import 2 tasks' }).click()
  await expect(page.getByText('2 tasks created · 3 skipped')).toBeVisible()
  await expectIntact(page)
  await page.getByRole('link', { name: 'Open board' }).click()
  await expect(page.getByRole('link', { name: /<svg onload/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Labels' })).toContainText('<img')
  await expectIntact(page)
  await page.getByRole('link', { name: /<svg onload/ }).click()
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('press me')).toHaveCount(2)
  await expect(panel.getByRole('link', { name: /press me|or me/ })).toHaveCount(0)
  await expectIntact(page)
  expect(harm).toEqual([])
})

test('an import of 100,000 cards shows their number before it starts', { tag: '@long' }, async ({ page }) => {
  const { board } = await personalBoard(page)
  await page.goto(`/app/project/${board.projectId}/import`)
  const cards = Array.from({ length: 100_000 }, (_, pos) => ({
    id: `${pos}`,
    name: `${pos}`,
    idList: 'l',
    pos,
  }))
  const buffer = Buffer.from(JSON.stringify({ lists: [{ id: 'l', name: 'Many' }], cards }))
  await page.locator('input[type=file]').setInputFiles({ name: 'a.json', mimeType: 'text/plain', buffer })
  await expect(page.getByRole('button', { name: 'Import 100000 tasks' })).toBeEnabled({ timeout: 60_000 })
})

test('Markdown that is slow to parse does not block the page', { tag: '@long' }, async ({ page }) => {
  const { board } = await personalBoard(page)
  const task = { title: 'Slow', boardId: board.id, description: '*a_ '.repeat(10_000) }
  const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/task', task)
  await page.goto(`/app/board/${board.id}/task/${item.id}`)
  const panel = page.getByRole('dialog')
  await expect(panel.getByText(/^(\*a_ ){9}/)).toBeVisible()
  await panel.getByRole('tab', { name: 'Activity' }).click()
  await expect(panel.getByRole('tab', { name: 'Activity', selected: true })).toBeVisible()
})

/** Records everything a script could do if it ran. */
function recordHarm(page: Page) {
  const harm: string[] = []
  page.on('dialog', async dialog => {
    harm.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('request', request => {
    const isOurs = new URL(request.url()).origin === tasksUrl || request.url().startsWith('data:image/')
    if (!isOurs) harm.push(`request: ${request.url()}`)
  })
  page.on('pageerror', error => harm.push(`error: ${error.message}`))
  return harm
}

async function expectIntact(page: Page) {
  const place = page.url()
  expect(await page.evaluate('window.__ran'), place).toBeUndefined()
  await expect
    .poll(() => page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth'), {
      message: `${place}: not wider than the screen`,
    })
    .toBeLessThanOrEqual(0)
}
