import { type Browser, expect, type Page, test } from '@playwright/test'
import { addTasks, callApi, openAsNewUser, personalBoard } from '../boards.ts'
import { confirmEmail, fillSignInForm, type Person, registerPerson, signInByApi } from '../people.ts'

const board = {
  name: 'Garden party',
  lists: [
    { id: 'l1', name: 'Ideas', pos: 1 },
    { id: 'l2', name: 'Done', pos: 2 },
  ],
  labels: [{ id: 'a', name: 'Food', color: 'green' }],
  cards: [
    { id: 'c2', name: 'Second idea', idList: 'l1', pos: 2 },
    { id: 'c1', name: 'A <b>cake</b>', idList: 'l1', pos: 1, due: '2026-12-24T12:00:00Z', idLabels: ['a'] },
    { id: 'c3', name: 'Lights', idList: 'l2', pos: 1 },
    { id: 'c4', name: 'Forgotten', idList: 'l1', pos: 3, closed: true },
  ],
  checklists: [{ idCard: 'c1', name: 'Buy', checkItems: [{ name: 'flour', state: 'complete' }] }],
  actions: [
    {
      type: 'commentCard',
      date: '2026-05-01T10:00:00Z',
      data: { text: 'Chocolate, please', card: { id: 'c1' } },
      memberCreator: { fullName: 'Ada Sample' },
    },
  ],
}

const table = `Task,Status,Assignee,Due date,Estimate
Write the text,Doing,,2026-12-31,2h 30m
Draw,Doing,unknown@example.org,soon,1:30
,Doing,,,
`

test('an invited user joins after signing in, gets a role, and can restore tasks', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const [owner, guest] = await Promise.all([registerPerson(), registerPerson()])
  const projectId = await createProject(page, owner, 'Website')
  const link = await invite(page, projectId, guest)
  const guestPage = await openInvitation(browser, link, guest)
  await expect(guestPage).toHaveURL(/\/app\/board\/\d+$/)

  await page.reload()
  await expect(page.getByText(guest.email)).toBeVisible()
  await page.getByRole('combobox', { name: /’s role/ }).selectOption('manager')
  await expect(page.getByText('role changed to Manager')).toBeVisible()

  await deleteNewTask(page, projectId, 'Restore me')
  await guestPage.goto(`/app/project/${projectId}/trash`)
  await guestPage.getByRole('button', { name: 'Restore “Restore me”' }).click()
  await expect(guestPage.getByText('“Restore me” restored')).toBeVisible()
  await expect(guestPage.getByText('Trash is empty')).toBeVisible()
  await guestPage.context().close()
})

test('members see tasks they deleted in the trash', { tag: '@long' }, async ({ page, browser }) => {
  const owner = await registerPerson()
  const projectId = await createProject(page, owner, 'Website')
  const { page: guestPage } = await openAsNewUser(browser)
  const { item: guest } = await callApi<{ item: { id: number } }>(guestPage, 'GET', '/users/me')
  await callApi(page, 'POST', `/project/${projectId}/member`, { userId: guest.id, role: 'member' })
  await callApi(page, 'POST', `/project/${projectId}/board`, { name: 'Plan' })
  await deleteNewTask(page, projectId, 'Of the owner')
  await guestPage.goto(`/app/project/${projectId}`)
  await deleteNewTask(guestPage, projectId, 'My own')
  await guestPage.goto(`/app/project/${projectId}/trash`)
  await expect(guestPage.getByText('Tasks you deleted are kept')).toBeVisible()
  await expect(guestPage.getByRole('listitem').filter({ hasText: 'Of the owner' })).toHaveCount(0)
  await guestPage.getByRole('button', { name: 'Restore “My own”' }).click()
  await expect(guestPage.getByText('Trash is empty')).toBeVisible()
  await guestPage.context().close()
})

test('a user with a confirmed address sees invitations after signing in', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const owner = await registerPerson()
  const projectId = await createProject(page, owner, 'Website')
  const { page: guestPage, visitor } = await openAsNewUser(browser)
  await callApi(page, 'POST', `/project/${projectId}/invite`, { email: visitor.email, role: 'member' })
  const invitation = guestPage.getByRole('alert', { name: 'You’re invited to “Website”' })
  const responded = guestPage.waitForResponse(response => response.url().includes('/invitation?'))
  await guestPage.goto('/app/projects')
  expect((await (await responded).json()).items, 'hidden until the address is confirmed').toEqual([])
  await confirmEmail(visitor)
  await guestPage.reload()
  await invitation.getByRole('button', { name: 'Join project' }).click()
  await expect(guestPage.getByRole('heading', { name: 'Website' })).toBeVisible()
  await guestPage.context().close()
})

test('a deleted board can be restored from the trash with its tasks', async ({ page }) => {
  const { board } = await personalBoard(page)
  await addTasks(page, board.columns[0]?.id, ['Sow', 'Water'])
  await page.goto(`/app/project/${board.projectId}`)
  await page.getByRole('button', { name: 'board menu' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Create your first board' })).toBeVisible()

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('link', { name: 'Trash' }).click()
  const boards = page.getByRole('region', { name: 'Boards' })
  await expect(boards.getByRole('listitem')).toHaveText(/2 tasks · deleted on/)
  const tasks = page.getByRole('region', { name: 'Tasks' })
  await expect(tasks.getByText('restore the board “Board” first')).toHaveCount(2)
  await expect(tasks.getByRole('button', { name: 'Restore' })).toHaveCount(0)

  await boards.getByRole('button', { name: 'Restore “Board”' }).press('Enter')
  await expect(page.getByText('Board “Board” restored with its tasks')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Trash is empty' })).toBeVisible()
  await page.getByRole('link', { name: 'Work', exact: true }).click()
  await expect(page.getByText('3 columns · 2 tasks')).toBeVisible()
})

test('emptying the last page of the trash shows the previous one', { tag: '@long' }, async ({ page }) => {
  const { board } = await personalBoard(page)
  const titles = Array.from({ length: 51 }, (_, index) => `Task ${index + 1}`)
  const tasks = await addTasks(page, board.columns[0]?.id, titles)
  for (const { id } of tasks) await callApi(page, 'DELETE', `/task/${id}`)
  await page.goto(`/app/project/${board.projectId}/trash`)
  await page.getByRole('button', { name: 'Page 2' }).click()
  await page.getByRole('button', { name: 'Restore “Task 1”' }).click()
  await expect(page.getByText('“Task 1” restored')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore “Task 51”' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Page 1' })).toHaveCount(0)
})

test('a second personal project can be archived, the first one cannot', { tag: '@long' }, async ({
  page,
}) => {
  const { board } = await personalBoard(page)
  const { item } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', {
    name: 'Diary',
    type: 'personal',
  })
  const heading = page.getByRole('heading', { name: 'Archive' })
  await page.goto(`/app/project/${item.id}/settings`)
  await expect(heading).toBeVisible()
  await page.goto(`/app/project/${board.projectId}/settings`)
  await expect(page.getByRole('heading', { name: 'Labels' })).toBeVisible()
  await expect(heading).toHaveCount(0)
  await page.goto(`/app/project/${item.id}/settings`)
  await page.getByRole('button', { name: 'Archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('This project is archived')).toBeVisible()
})

test('a Trello board and a CSV file are imported by the server, with a report on what needs attention', async ({
  page,
}) => {
  const projectId = await createProject(page, await registerPerson(), 'Imports')
  await page.goto(`/app/project/${projectId}`)
  const tabs = page.getByRole('navigation', { name: 'Imports sections' })
  await expect(tabs).toBeVisible()
  const place = await tabs.boundingBox()
  await expect(tabs.getByRole('link')).toHaveText(['Work', 'Overview', 'Members', 'Activity', 'Settings'])
  await page.getByRole('link', { name: 'Table' }).click()
  await expect(page.getByRole('search', { name: 'Filter tasks' })).toBeVisible()
  expect(await tabs.boundingBox(), 'the tabs are at the same place on all pages').toEqual(place)
  await page.getByRole('button', { name: 'Imports menu' }).click()
  await page.getByRole('menuitem', { name: 'Import tasks' }).click()
  await chooseFile(page, 'trello.json', JSON.stringify(board))
  await expect(page.getByText('3 tasks · 2 columns · 1 label · 1 comment')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name of the column Ideas' }).fill('In the kitchen')
  const isStarted = page.waitForResponse(response => new URL(response.url()).pathname === '/import')
  await page.getByRole('button', { name: 'Import 3 tasks' }).click()
  expect((await isStarted).status()).toBe(200)
  // The server goes on without the page.
  await page.goto('about:blank')
  await page.goto(`/app/project/${projectId}/import`)
  await openReport(page)
  await expect(page.getByText('3 tasks created · 1 skipped')).toBeVisible()
  await expect(page.getByRole('row', { name: /Forgotten/ })).toContainText('archived card')
  const tasks = await listTasks(page, projectId)
  expect(tasks.map(({ title }) => title)).toEqual(['A <b>cake</b>', 'Second idea', 'Lights'])
  expect(tasks[0]).toMatchObject({ commentCount: 1, checklistDone: 1, dueDate: '2026-12-24' })
  expect(tasks[0]?.stickers[0]).toMatchObject({ name: 'Food' })

  await page.getByRole('button', { name: 'Import something else' }).click()
  await expect(page.getByRole('button', { name: /^Report on/ })).toHaveCount(1)
  await chooseFile(page, 'tasks.csv', table)
  await expect(page.getByRole('combobox', { name: 'Due date' })).toHaveValue('3')
  await expect(page.getByRole('alert', { name: 'Some values won’t be imported' })).toContainText(
    'Due date not recognized (1)',
  )
  await page.getByRole('button', { name: 'Import 2 tasks' }).click()
  await expect(page.getByText('2 tasks created · 1 skipped')).toBeVisible()
  await expect(page.getByRole('row', { name: /Draw/ })).toContainText('Due date not recognized')
  const report = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await report).suggestedFilename()).toBe('import-report.csv')
})

/** Shows the outcome of the import, whether or not it ended before the page came back. */
async function openReport(page: Page) {
  const report = page.getByRole('button', { name: /^Report on/ })
  const complete = page.getByRole('heading', { name: 'Import complete' })
  await expect(complete.or(report).first()).toBeVisible()
  if (await report.isVisible()) await report.click()
  await expect(complete).toBeVisible()
}

async function createProject(page: Page, person: Person, name: string) {
  await signInByApi(page, person)
  await page.goto('/app/projects')
  await page.getByRole('main').getByRole('button', { name: 'New project' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page).toHaveURL(/\/app\/board\/\d+$/)
  const boardId = new URL(page.url()).pathname.split('/').at(-1)
  const { item } = await callApi<{ item: { projectId: number } }>(page, 'GET', `/board/${boardId}`)
  return item.projectId
}

async function invite(page: Page, projectId: number, { email }: Person) {
  await page.goto(`/app/project/${projectId}/members`)
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('textbox', { name: 'Email address' }).fill(email)
  await page.getByRole('button', { name: 'Invite' }).click()
  return page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
}

/** The landing joins after the sign-in, without another question. */
async function openInvitation(browser: Browser, link: string, person: Person) {
  const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
  await page.goto(link)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignInForm(page, person)
  return page
}

/** Sends the requests from the page, because the server checks their origin. */
async function deleteNewTask(page: Page, projectId: number, title: string) {
  await page.evaluate(
    async ([project, name]) => {
      const json = { 'content-type': 'application/json' }
      const boards = await fetch(`/project/${project}/board`)
      const { items } = (await boards.json()) as { items: { id: number }[] }
      const body = JSON.stringify({ title: name, boardId: items[0]?.id })
      const created = await fetch('/task', { method: 'POST', headers: json, body })
      const { item } = (await created.json()) as { item: { id: number } }
      await fetch(`/task/${item.id}`, { method: 'DELETE' })
    },
    [projectId, title] as const,
  )
}

interface ImportedTask {
  title: string
  stickers: { name: string }[]
}

function listTasks(page: Page, projectId: number): Promise<ImportedTask[]> {
  return page.evaluate(async id => {
    const response = await fetch(`/task?projectId=${id}&orderBy=position`)
    return ((await response.json()) as { items: ImportedTask[] }).items
  }, projectId)
}

async function chooseFile(page: Page, name: string, content: string) {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
}
