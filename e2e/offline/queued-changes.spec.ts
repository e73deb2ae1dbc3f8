import { expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, cardNamed, cards, column, personalBoard } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

test('changes made offline survive a reload, show in other tabs, and arrive once', async ({
  page,
  context,
}) => {
  const { board } = await openBoard(page)
  await context.setOffline(true)
  await moveRight(page, 'Write a poem')
  await addCard(page, 'Post it')
  await cardNamed(page, 'Buy stamps').click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Write a comment' }).fill('Blue or black?')
  await page.keyboard.press('Control+Enter')
  await panel.getByRole('checkbox', { name: 'Find the album' }).check()
  await expect(page.getByText('4 changes wait to be saved.')).toBeVisible()
  await waitUntilStored(page)

  await page.reload()
  await expect(page.getByText('4 changes wait to be saved.')).toBeVisible()
  await expect(panel.getByText('Blue or black?')).toHaveCount(1)
  await expect(panel.getByRole('checkbox', { name: 'Find the album' })).toBeChecked()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(cards(page, 'In progress')).toHaveText(['Write a poem'])
  await expect(column(page, 'To do').getByText('Post it')).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/app/board/${board.id}`)
  await expect(cards(other, 'In progress')).toHaveText(['Write a poem'])
  await other.getByRole('button', { name: 'Show' }).click()
  const list = other.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(list.getByRole('listitem')).toHaveText([
    /Move/,
    /New task.*Post it/,
    /Comment.*Blue or black\?/,
    /Edited checklist item/,
  ])
  await other.close()

  await context.setOffline(false)
  await expect(page.getByText(/to be saved\./)).toBeHidden()
  await expect(cards(page, 'To do')).toHaveText(['Buy stamps', 'Post it'])
  const { items } = await callApi<{ items: { id: number; title: string; columnId: number }[] }>(
    page,
    'GET',
    `/task?boardId=${board.id}&orderBy=id`,
  )
  expect(items.map(({ title }) => title)).toEqual(['Write a poem', 'Buy stamps', 'Post it'])
  expect(items[0]?.columnId).toBe(board.columns[1]?.id)
  const comments = await callApi<{ items: object[] }>(page, 'GET', `/task/${items[1]?.id}/comment`)
  expect(comments.items).toHaveLength(1)
  const checklist = () =>
    callApi<{ items: { isDone: boolean }[] }>(page, 'GET', `/task/${items[1]?.id}/checklist`)
  // The notice is hidden while the last change is on its way.
  await expect.poll(async () => (await checklist()).items.map(({ isDone }) => isDone)).toEqual([true])
  await page.reload()
  await expect(cards(page, 'To do')).toHaveText(['Buy stamps', 'Post it'])
})

test('a relation and a reaction made offline survive a reload, and arrive once', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const { board, stamps } = await openBoard(page)
  await callApi(page, 'POST', `/task/${stamps}/comment`, { text: 'Blue or black?' })
  await page.goto(`/app/board/${board.id}/task/${stamps}`)
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('Blue or black?')).toBeVisible()
  await panel.getByRole('button', { name: 'Relation', exact: true }).click()
  const relations = panel.getByRole('region', { name: 'Relations' })
  const poem = page.getByRole('option', { name: /Write a poem/ })
  await expect(poem).toBeVisible()
  await context.setOffline(true)
  await poem.click()
  await expect(relations.getByText(/Write a poem/)).toBeVisible()
  await panel.getByRole('button', { name: 'Add reaction' }).click()
  await panel.getByRole('button', { name: 'React with 🎉' }).click()
  await expect(panel.getByRole('button', { name: '🎉 1, remove your reaction' })).toBeVisible()
  await expect(page.getByText('2 changes wait to be saved.')).toBeVisible()
  await expect.poll(() => storedChanges(page)).toBe(2)

  await page.reload()
  await expect(page.getByText('2 changes wait to be saved.')).toBeVisible()
  await expect(panel.getByRole('button', { name: '🎉 1, remove your reaction' })).toBeVisible()
  await expect(relations.getByRole('list', { name: 'Blocked by' }).getByText(/Write a poem/)).toBeVisible()

  await context.setOffline(false)
  await expect(relations.getByRole('link', { name: /Write a poem/ })).toHaveCount(1)
  await expect(page.getByText(/to be saved\./)).toBeHidden()
  const { item } = await callApi<{ item: { blockedBy: { id: number }[] } }>(
    page,
    'GET',
    `/task/${stamps}/relation`,
  )
  expect(item.blockedBy).toHaveLength(1)
  const comments = () =>
    callApi<{ items: { reactions: { count: number }[] }[] }>(page, 'GET', `/task/${stamps}/comment`)
  await expect.poll(async () => (await comments()).items[0]?.reactions.map(({ count }) => count)).toEqual([1])

  await context.setOffline(true)
  await relations.getByRole('button', { name: /^Remove relation/ }).click()
  await expect(relations.getByRole('link', { name: /Write a poem/ })).toHaveCount(0)
  await expect.poll(() => unansweredChanges(page)).toBe(1)
  await page.reload()
  await expect(page.getByText('1 change waits to be saved.')).toBeVisible()
  await expect(panel.getByRole('link', { name: /Write a poem/ })).toHaveCount(0)
  await context.setOffline(false)
  const related = async () =>
    (await callApi<{ item: { blockedBy: object[] } }>(page, 'GET', `/task/${stamps}/relation`)).item.blockedBy
  await expect.poll(related).toEqual([])
})

test('a change that is refused after a reload is kept with its text', async ({ page, context }) => {
  const { board } = await openBoard(page)
  await cardNamed(page, 'Buy stamps').click()
  const panel = page.getByRole('dialog')
  await context.setOffline(true)
  await panel.getByRole('textbox', { name: 'Write a comment' }).fill('Blue or black?')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('1 change waits to be saved.')).toBeVisible()
  await waitUntilStored(page)
  await page.goto('about:blank')
  const { items } = await callApi<{ items: { id: number; title: string }[] }>(
    page,
    'GET',
    `/task?boardId=${board.id}`,
  )
  const id = items.find(({ title }) => title === 'Buy stamps')?.id
  await callApi(page, 'DELETE', `/task/${id}`)

  await context.setOffline(false)
  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByText('1 change wasn’t saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Show' }).click()
  const list = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect(list.getByRole('listitem')).toHaveText([/Comment.*Blue or black\?/])
  await list.getByRole('button', { name: 'Discard' }).click()
  await expect(list.getByText('Everything is saved.')).toBeVisible()
})

test('what waits is never sent or shown to the next user of the browser', async ({ page, context }) => {
  const { board } = await openBoard(page)
  await context.setOffline(true)
  await moveRight(page, 'Write a poem')
  await addCard(page, 'Secret plan')
  await expect(page.getByText('2 changes wait to be saved.')).toBeVisible()
  await expect.poll(() => storedChanges(page)).toBe(2)
  await page.goto('about:blank')

  await context.setOffline(false)
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  await signInByApi(page, await registerPerson())
  await page.goto('/app/')
  await expect(page.getByRole('button', { name: /^Account: / })).toBeVisible()
  await expect.poll(() => storedChanges(page)).toBe(0)
  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByText('You don’t have access to this board')).toBeVisible()
  await expect(page.getByText('Secret plan')).toHaveCount(0)
  expect(sent.filter(path => /^\/task(\/|$)/.test(path))).toEqual([])
})

test('a sign-out says what would be lost, and deletes it', async ({ page }) => {
  const { board } = await openBoard(page)
  await page.route(/move-to-column$/, route => route.abort())
  await moveRight(page, 'Write a poem')
  await expect(page.getByText('1 change waits to be saved.')).toBeVisible()
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign out without saving?' })
  await expect(dialog.getByText('1 change isn’t saved yet.')).toBeVisible()
  expect(await storedChanges(page)).toBe(1)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => storedChanges(page)).toBe(0)
  expect(board.id).toBeGreaterThan(0)
})

/** A board with two tasks that the browser has kept. */
async function openBoard(page: Page) {
  const { board } = await personalBoard(page)
  const [, stamps] = await addTasks(page, board.columns[0]?.id, ['Write a poem', 'Buy stamps'])
  await callApi(page, 'POST', `/task/${stamps?.id}/checklist`, { title: 'Find the album' })
  await page.goto(`/app/board/${board.id}`)
  await cardNamed(page, 'Buy stamps').click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Write a comment' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Find the album' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await expect.poll(() => keptHashes(page)).toContain(`["board",${board.id}]`)
  return { board, stamps: stamps?.id }
}

async function moveRight(page: Page, title: string) {
  await cardNamed(page, title).focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
}

async function addCard(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add task to To do' }).click()
  await page.getByRole('textbox', { name: 'New task title' }).fill(title)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

function keptHashes(page: Page) {
  return readStore<string[]>(page, { database: 'atrium', store: 'kept', read: 'getAllKeys' })
}

function storedChanges(page: Page) {
  return readStore<number>(page, { database: 'atrium-changes', store: 'changes', read: 'count' })
}

/** An answered change stays for a moment, for other tabs. */
async function unansweredChanges(page: Page) {
  const names = { database: 'atrium-changes', store: 'changes', read: 'getAll' }
  const changes = await readStore<{ answered?: object }[]>(page, names)
  return changes.filter(({ answered }) => !answered).length
}

function readStore<Result>(page: Page, names: { database: string; store: string; read: string }) {
  return page.evaluate<Result>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('${names.database}')
    opening.onerror = reject
    opening.onsuccess = () => {
      const reading = opening.result.transaction('${names.store}').objectStore('${names.store}').${names.read}()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })`)
}

/** The draft of a comment is removed when the comment is stored; changes are stored in their order. */
function waitUntilStored(page: Page) {
  return page.waitForFunction(() => !Object.keys(localStorage).some(key => key.startsWith('atrium.draft.')))
}
