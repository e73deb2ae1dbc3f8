import { expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, cardNamed, cards, createSharedTask, personalBoard } from '../boards.ts'
import { registerPerson, signInByApi } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

test('a reload offline shows the last state, and says what was not opened before', async ({
  page,
  context,
}) => {
  const { board } = await personalBoard(page)
  // The neighbors of an open task in its column are loaded with it.
  await addTasks(page, board.columns[0]?.id, ['Buy stamps'])
  await addTasks(page, board.columns[1]?.id, ['Write a poem'])
  await page.goto('/app/')
  await expect(page.getByRole('link', { name: 'Buy stamps' })).toBeVisible()
  // The open and the completed tasks, assigned ones and those of the personal project, and the plan of the week.
  await expect.poll(async () => (await keptHashes(page)).filter(isListOfTasks).length).toBe(5)
  await page.goto(`/app/board/${board.id}`)
  await cardNamed(page, 'Buy stamps').click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Buy stamps')
  await page.evaluate('navigator.serviceWorker.ready.then(() => {})')
  await expectKept(page, `["board",${board.id}]`)

  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Buy stamps')
  await page.goto(`/app/board/${board.id}`)
  await expect(cards(page, 'To do')).toHaveText(['Buy stamps'])
  await cardNamed(page, 'Write a poem').click()
  await expect(page.getByText('Not available offline')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/app/')
  await expect(page.getByRole('link', { name: 'Write a poem' })).toBeVisible()

  await context.setOffline(false)
  await page.goto(`/app/board/${board.id}`)
  await cardNamed(page, 'Write a poem').click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Write a poem')
})

test('a sign-out leaves nothing of the user in the browser', async ({ page }) => {
  await openSecretPlan(page)
  await page.getByRole('button', { name: /^Account: / }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await expect.poll(() => keptHashes(page)).toEqual([])
})

test('another user of the browser sees nothing of the first one', async ({ page, context }) => {
  const board = await openSecretPlan(page)
  await page.goto('about:blank')
  // As after a sign-in of somebody else; only what is stored could be shown.
  await signInByApi(page, await registerPerson())
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'app_user')
  await context.addCookies([{ ...cookie, name: 'app_user', value: '999999' } as never])
  await page.route(/\/(startup|board|task)(\/|\?|$)(?!.*\.js)/, route =>
    route.request().resourceType() === 'document' ? route.continue() : route.abort(),
  )
  await page.goto(`/app/board/${board.id}`)
  await expect.poll(() => keptHashes(page)).toEqual([])
  await expect(page.getByText('Secret plan')).toHaveCount(0)
})

test('a session that became another user’s while the page was closed ends what was shown', async ({
  page,
}) => {
  const board = await openSecretPlan(page)
  await page.goto('about:blank')
  await signInByApi(page, await registerPerson())
  await page.goto(`/app/board/${board.id}`)
  await expect(page.getByText('You don’t have access to this board')).toBeVisible()
  await expect(page.getByText('Secret plan')).toHaveCount(0)
  await expect.poll(() => keptHashes(page)).not.toContain(`["board",${board.id}]`)
})

/** A board with a task, kept in the browser. */
async function openSecretPlan(page: Page) {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Secret plan'])
  await page.goto(`/app/board/${board.id}`)
  await expect(cardNamed(page, 'Secret plan')).toBeVisible()
  await expectKept(page, `["board",${board.id}]`)
  return board
}

test('who loses access to a project keeps nothing of it', async ({ page, browser }) => {
  const { board, colleague } = await createSharedTask(page, browser)
  await colleague.goto(`/app/board/${board.id}`)
  await expect(cardNamed(colleague, 'Print posters')).toBeVisible()
  await expectKept(colleague, `["board",${board.id}]`)
  const { item } = await callApi<{ item: { id: number } }>(colleague, 'GET', '/users/me')
  await callApi(page, 'DELETE', `/project/${board.projectId}/member/${item.id}`)
  await expect
    .poll(async () => (await keptHashes(colleague)).filter(hash => /board|task/.test(hash)))
    .toEqual([])
})

async function expectKept(page: Page, hash: string) {
  await expect.poll(() => keptHashes(page)).toContain(hash)
}

function isListOfTasks(hash: string) {
  return hash.startsWith('["tasks",')
}

/** What is stored in the browser, by the hashes of the queries. */
function keptHashes(page: Page) {
  return page.evaluate<string[]>(`new Promise(async (resolve, reject) => {
    // Opening it would create it.
    const databases = await indexedDB.databases()
    if (!databases.some(({ name }) => name === 'atrium')) return resolve([])
    const opening = indexedDB.open('atrium')
    opening.onerror = reject
    opening.onsuccess = () => {
      const reading = opening.result.transaction('kept').objectStore('kept').getAllKeys()
      reading.onsuccess = () => {
        opening.result.close()
        resolve(reading.result)
      }
    }
  })`)
}
