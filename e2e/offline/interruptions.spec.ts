import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { identityUrl, owner } from '../atrium.ts'
import { callApi, cardNamed, cards, column, personalBoard } from '../boards.ts'
import { fillSignInForm, registerPerson, signInByApi } from '../people.ts'

test('changes made offline are saved when the connection is back', async ({ page, context }) => {
  const { board, taskId } = await openTask(page)
  const panel = page.getByRole('dialog')
  await editDescription(page)

  await context.setOffline(true)
  await expect(
    page.getByText('You’re offline. You can keep working; changes are saved when you’re back.'),
  ).toBeVisible()
  await rewriteDescription(page, 'With ink')
  await page.keyboard.press('Control+Enter')
  await panel.getByRole('textbox', { name: 'Write a comment' }).fill('Blue or black?')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('listitem').getByText('Blue or black?')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await addCard(page, 'Post it')
  await expect(column(page, 'To do').getByText('Post it')).toBeVisible()
  await cardNamed(page, 'Buy stamps').focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(cards(page, 'In progress')).toHaveText(['Buy stamps'])
  await callApi(page, 'POST', '/task', { title: 'From elsewhere', columnId: board.columns[2]?.id })

  await context.setOffline(false)
  await expect(page.getByText('Moved to In progress')).toBeVisible()
  await expect(cards(page, 'To do')).toHaveText(['Write a poem', 'Post it'])
  await expect(cardNamed(page, 'From elsewhere')).toBeVisible()
  await expect
    .poll(async () => (await callApi<{ item: object }>(page, 'GET', `/task/${taskId}`)).item)
    .toMatchObject({ description: 'With ink', commentCount: 1 })
  await page.reload()
  await expect(cards(page, 'In progress')).toHaveText(['Buy stamps'])
  await expect(cards(page, 'To do')).toHaveText(['Write a poem', 'Post it'])
})

test('changes wait while the server does not answer, and are saved once and in order', async ({ page }) => {
  const { board, taskId } = await openTask(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const keys = new Set<string | undefined>()
  // The server accepts the first move, but its answer is lost on the way.
  let isReached = false
  await page.route(/\/task\/\d+\/move-to-column$/, async route => {
    keys.add(route.request().headers()['idempotency-key'])
    if (!isReached) await route.fetch()
    isReached = true
    await route.abort()
  })
  const card = cardNamed(page, 'Write a poem')
  await card.focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText('1 change waits to be saved.')).toBeVisible()
  await card.focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText('2 changes wait to be saved.')).toBeVisible()
  await expect(cards(page, 'Done')).toHaveText(['Write a poem'])
  expect(keys.size).toBe(1)

  await page.unroute(/\/task\/\d+\/move-to-column$/)
  await expect(page.getByText('Moved to Done')).toBeVisible()
  await expect(page.getByText(/to be saved\./)).toBeHidden()
  const { item } = await callApi<{ item: object }>(page, 'GET', `/task/${taskId}`)
  expect(item).toMatchObject({ columnId: board.columns[2]?.id, version: 3 })
})

test('a change that waits is not sent with the session of the next user', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await openTask(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.route(/move-to-column$/, route => route.abort())
  await cardNamed(page, 'Write a poem').focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(page.getByText('1 change waits to be saved.')).toBeVisible()

  const other = await registerPerson()
  await signInByApi(page, other)
  const tab = await context.newPage()
  await tab.goto('/app/')
  await expect(tab.getByRole('button', { name: /^Account: / })).toBeVisible()
  const sent: string[] = []
  page.on('request', request => sent.push(request.url()))
  await page.unroute(/move-to-column$/)
  await expect(page.getByText('1 change waits to be saved.')).toBeHidden()
  expect(sent.filter(url => url.endsWith('move-to-column'))).toEqual([])
})

test('an expired access token is renewed, and drafts survive the end of the session', {
  tag: '@long',
}, async ({ page, context, request }) => {
  const { person } = await openTask(page)
  const panel = page.getByRole('dialog')
  const comment = panel.getByRole('textbox', { name: 'Write a comment' })
  await context.clearCookies({ name: 'app_access_token' })
  await comment.fill('Blue or black?')
  await page.keyboard.press('Control+Enter')
  await expect(panel.getByRole('listitem').getByText('Blue or black?')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()

  await page.route(/\/task$/, route => route.abort())
  await addCard(page, 'Post it')
  await expect(page.getByText('1 change waits to be saved.')).toBeVisible()
  await cardNamed(page, 'Write a poem').click()
  await editDescription(page)
  await rewriteDescription(page, 'With ink')
  await comment.fill('Or green?')
  await endSessionsOf(request, page)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignInForm(page, person)

  await expect(panel.getByRole('listitem').getByText('Or green?')).toHaveCount(1)
  await expect(comment).toHaveValue('')
  await expect(panel.getByText('Unsaved draft')).toBeVisible()
  await panel.getByRole('button', { name: 'Restore' }).click()
  await expect(panel.getByRole('textbox', { name: 'Description' })).toHaveText('With ink')
  await panel.getByRole('button', { name: 'Close' }).click()
  await page.unroute(/\/task$/)
  await expect(cards(page, 'To do')).toHaveText(['Write a poem', 'Buy stamps', 'Post it'])
})

/** Opens the panel of a new task. */
async function openTask(page: Page) {
  const { person, board } = await personalBoard(page)
  const columnId = board.columns[0]?.id
  const fields = { title: 'Write a poem', columnId, description: 'On *paper*' }
  const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/task', fields)
  await callApi(page, 'POST', '/task', { title: 'Buy stamps', columnId })
  await page.goto(`/app/board/${board.id}/task/${item.id}`)
  await expect(page.getByRole('dialog').getByText('paper')).toBeVisible()
  return { person, board, taskId: item.id }
}

async function editDescription(page: Page) {
  await page.getByRole('button', { name: 'Edit description' }).click()
  // A plain field is shown while the editor is loading.
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
}

/** By keyboard: the editor can miss a selection that `fill` makes while it is receiving the focus. */
async function rewriteDescription(page: Page, text: string) {
  await page.getByRole('textbox', { name: 'Description' }).press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

async function addCard(page: Page, title: string) {
  await page.getByRole('button', { name: 'Add task to To do' }).click()
  await page.getByRole('textbox', { name: 'New task title' }).fill(title)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
}

/** Ends the sessions of the user as an administrator. */
async function endSessionsOf(request: APIRequestContext, page: Page) {
  const { item } = await callApi<{ item: { passportId: number } }>(page, 'GET', '/users/me')
  const headers = { origin: identityUrl }
  const data = { username: owner.email, password: owner.password, scope: 'user:read user:write' }
  await request.post(`${identityUrl}/auth/login`, { data, headers })
  const response = await request.delete(`${identityUrl}/users/${item.passportId}/sessions`, { headers })
  if (!response.ok()) throw new Error(await response.text())
  await expect.poll(async () => (await page.request.get('/users/me')).status()).toBe(401)
}
