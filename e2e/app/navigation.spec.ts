import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { identityUrl, owner } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { chooseOption } from '../choose-option.ts'
import { registerPerson, signInAtIdentityByApi, signInByApi } from '../people.ts'
import { accessibilityViolations, overflow } from '../screen-checks.ts'

interface Item {
  item: { id: number }
}

/** A user with projects that have more boards than the sidebar opens at first. */
async function openGarden(page: Page) {
  const person = await registerPerson()
  await signInByApi(page, person)
  const projects: Record<string, number> = {}
  const boards: Record<string, number> = {}
  for (const name of ['Garden', 'House', 'Office']) {
    const { item } = await callApi<Item>(page, 'POST', '/project', { name })
    projects[name] = item.id
    for (const board of ['Spring', 'Summer', 'Autumn']) {
      const created = await callApi<Item>(page, 'POST', `/project/${item.id}/board`, { name: board })
      boards[`${name} ${board}`] = created.item.id
    }
  }
  return { person, projects, boards }
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const section = (page: Page, name: string) => sidebar(page).getByRole('region', { name })
const current = (page: Page) => sidebar(page).locator('[aria-current=page]')

test('the sidebar opens at the current board after a reload, and collapses to a rail', {
  tag: '@long',
}, async ({ page }) => {
  const { projects, boards } = await openGarden(page)
  await page.goto(`/app/board/${boards['House Summer']}`)
  await expect(current(page)).toHaveText('Summer')
  await page.reload()
  await expect(current(page)).toHaveText('Summer')
  const toggle = (name: string) => sidebar(page).getByRole('button', { name: `Boards of ${name}` })
  await expect(toggle('House')).toHaveAttribute('aria-expanded', 'true')
  await expect(toggle('Garden')).toHaveAttribute('aria-expanded', 'false')
  await toggle('Garden').click()
  await section(page, 'Your projects').getByRole('link', { name: 'Autumn' }).first().click()
  await expect(page).toHaveURL(new RegExp(`/board/${boards['Garden Autumn']}$`))
  await expect(current(page)).toHaveText('Autumn')
  await expect(section(page, 'Recent').getByRole('link')).toHaveText(['SummerHouse'])

  await page.goto(`/app/project/${projects.Office}/members`)
  await expect(current(page)).toHaveAccessibleName('Office')
  await expect(toggle('Office')).toHaveAttribute('aria-expanded', 'true')
  const breadcrumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await expect(breadcrumbs.getByRole('listitem')).toHaveText(['Projects', 'Office', 'Members'])
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+b')
  await expect(sidebar(page).getByRole('link', { name: 'My work' })).toHaveText('')
  await page.reload()
  await expect(current(page)).toHaveAccessibleName('Office')
  await sidebar(page).getByRole('link', { name: 'House' }).hover()
  await expect(page.getByRole('tooltip', { name: 'House' })).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect(sidebar(page).getByRole('link', { name: 'My work' })).toHaveText('My work')

  const edges = new Set<number | undefined>()
  for (const [link, heading] of [
    ['Projects', 'Projects'],
    ['Time', 'Time'],
    ['My work', 'Good'],
  ] as const) {
    await sidebar(page).getByRole('link', { name: link, exact: true }).click()
    const title = page.getByRole('heading', { name: heading, level: 1 })
    await expect(title).toBeVisible()
    edges.add((await title.boundingBox())?.x)
  }
  expect(edges.size).toBe(1)
})

test('a star shows in every tab at once, and new projects and boards are one click away', {
  tag: '@long',
}, async ({ page, context }) => {
  const { boards } = await openGarden(page)
  const other = await context.newPage()
  await other.goto('/app/')
  await page.goto(`/app/board/${boards['Garden Spring']}`)
  await page.getByRole('button', { name: 'Star this board' }).click()
  for (const tab of [page, other])
    await expect(section(tab, 'Starred').getByRole('link')).toHaveText(['SpringGarden'])
  await section(other, 'Your projects').getByRole('link', { name: 'Garden', exact: true }).click()
  await other.getByRole('button', { name: 'Star “Spring”', pressed: true }).click()
  for (const tab of [page, other]) await expect(section(tab, 'Starred')).toHaveCount(0)

  await sidebar(page).getByRole('button', { name: 'Add a project' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Kitchen')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Kitchen', level: 1 })).toBeVisible()
  for (const tab of [page, other])
    await expect(section(tab, 'Your projects').getByRole('link', { name: 'Kitchen' })).toBeVisible()
  await section(page, 'Your projects').getByRole('link', { name: 'Kitchen' }).hover()
  await sidebar(page).getByRole('button', { name: 'Add a board to Kitchen' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Tiles')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/board\/\d+$/)
  await expect(current(page)).toHaveText('Tiles')
})

test('the palette finds commands, boards, people and tasks, and Enter never creates a task', async ({
  page,
}) => {
  const { projects, boards } = await openGarden(page)
  await callApi(page, 'POST', '/task', { title: 'Sow carrots', boardId: boards['Garden Spring'] })
  await page.goto(`/app/board/${boards['Garden Spring']}`)
  await expect(page.getByRole('heading', { name: 'Spring', level: 1 })).toBeVisible()
  const search = page.getByRole('combobox', { name: 'Search and commands' })
  const selected = page.getByRole('option', { selected: true })
  const open = async (text: string) => {
    await page.keyboard.press('Control+k')
    await search.fill(text)
  }

  await open('zucchini nobody planted')
  await expect(page.getByRole('option', { name: /^Create/ })).toHaveCount(2)
  await expect(page.getByRole('option').first()).not.toHaveCSS('padding-left', '0px')
  await expect(selected).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(search).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()

  await open('invite')
  await expect(selected).toHaveText(/Invite people to Garden/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/project/${projects.Garden}/members$`))
  await open('gard')
  await expect(selected).toHaveText(/^Garden/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/project/${projects.Garden}$`))
  await open('настройки')
  await expect(page.getByRole('option', { name: 'Profile' })).toBeVisible()
  await search.fill('summer hou')
  await expect(selected).toHaveText(/Summer.*House/)
  await search.fill('#1')
  await expect(selected).toHaveText(/Sow carrots/)
  await search.fill('sample')
  await expect(selected).toHaveText(/Sam Sample/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/board/${boards['Garden Spring']}\\?assignee=`))

  await open('Water the roses')
  await page.keyboard.press('ArrowDown')
  await expect(selected).toHaveText(/Create “Water the roses” on this board/)
  await page.keyboard.press('Escape')
  await open('Water the roses')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert').filter({ hasText: '“Water the roses” created' })).toBeVisible()
  const { items } = await callApi<{ items: { title: string }[] }>(
    page,
    'GET',
    `/task?projectId=${projects.Garden}`,
  )
  expect(items.map(({ title }) => title).sort()).toEqual(['Sow carrots', 'Water the roses'])

  await open('logout')
  await expect(selected).toHaveText('Sign out')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
})

test('the home page asks for each thing once, and for no board', async ({ page }) => {
  const { boards } = await openGarden(page)
  const { item: me } = await callApi<Item>(page, 'GET', '/users/me')
  for (const boardId of Object.values(boards))
    await callApi(page, 'POST', '/task', { title: `Task ${boardId}`, boardId, assigneeId: me.id })
  await page.goto('/app/')
  // By keyboard: a mouse would point at a task afterwards, which loads its board.
  await page.getByRole('region', { name: 'Get started' }).getByRole('button', { name: 'Hide' }).press('Enter')
  const requests: string[] = []
  page.on('request', request => {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/app')) requests.push(pathname + search)
  })
  await page.goto('/app/')
  await expect(page.getByRole('checkbox', { name: /^Complete/ })).toHaveCount(9)
  await expect(page.getByText('Garden · Spring')).toBeVisible()
  await page.waitForLoadState('load')
  expect(requests.filter(path => path.startsWith('/board') || path.startsWith('/project'))).toEqual([])
  expect(requests.filter((path, index) => requests.indexOf(path) !== index)).toEqual([])
})

test('the administration has one navigation, whichever service a page comes from', async ({ page }) => {
  await signInByApi(page, owner)
  await signInAtIdentityByApi(page, owner)
  await page.goto('/app/administration?tab=roles')
  await expect(current(page)).toHaveText('Roles in Tasks')
  await sidebar(page).getByRole('link', { name: 'Users in Tasks' }).click()
  await expect(current(page)).toHaveText('Users in Tasks')
  await expect(page.getByRole('link', { name: 'Add user' })).toHaveAttribute(
    'href',
    /\/admin\/users\?add=user$/,
  )
  const pages = sidebar(page).getByRole('listitem')
  await expect(pages).toHaveCount(24)
  expect(await accessibilityViolations(page)).toEqual([])
  const atTasks = await sidebar(page).innerText()

  await sidebar(page).getByRole('link', { name: 'Access check' }).click()
  await expect(page).toHaveURL(`${identityUrl}/admin/access`)
  await expect(current(page)).toHaveText('Access check')
  await expect(pages).toHaveCount(24)
  expect(await sidebar(page).innerText()).toBe(atTasks)
  await page.keyboard.press('Control+b')
  await expect(current(page)).toHaveText('')
  await expect(current(page)).toHaveAccessibleName('Access check')
  expect(await accessibilityViolations(page)).toEqual([])
  await sidebar(page).getByRole('link', { name: 'Priorities' }).click()
  await expect(page).toHaveURL(/\/app\/administration\?tab=priorities$/)
  await expect(current(page)).toHaveText('Priorities')

  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: 'Main navigation' })
  await expect(drawer.locator('[aria-current=page]')).toHaveText('Priorities')
  await drawer.getByRole('link', { name: 'Labels' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Labels' })).toBeVisible()
})

test('an administrator asks whether someone may edit a task, and learns why', async ({ page, browser }) => {
  const surname = `Novak${randomUUID().slice(0, 6)}`
  const nina = await registerPerson(identityUrl, { name: 'Nina', surname })
  const hers = await (await browser.newContext()).newPage()
  await signInByApi(hers, nina)
  await signInByApi(page, owner)
  const { item: me } = await callApi<{ item: { id: number } }>(hers, 'GET', '/users/me')
  await hers.context().close()
  const { item: project } = await callApi<{ item: { id: number } }>(page, 'POST', '/project', {
    name: `Writers ${surname}`,
    key: 'WRQ',
    withBoard: true,
  })
  await callApi(page, 'POST', `/project/${project.id}/member`, { userId: me.id, role: 'viewer' })
  const [board] = (await callApi<{ items: { id: number }[] }>(page, 'GET', `/project/${project.id}/board`))
    .items
  await callApi(page, 'POST', '/task', { title: 'Fix the door', boardId: board?.id })

  await page.goto('/app/administration?tab=access')
  await page.getByRole('combobox', { name: 'User' }).fill(surname)
  await page.getByRole('option', { name: `Nina ${surname}` }).click()
  await page.getByRole('textbox', { name: 'Task or project' }).fill('wrq-1')
  await expect(page.getByText(`Nina ${surname} doesn’t have access`)).toBeVisible()
  await expect(page.getByText('Edit: WRQ-1 Fix the door')).toBeVisible()
  await expect(page.getByText(/is “Viewer”, but this takes “Member” or higher/)).toBeVisible()
  expect(await accessibilityViolations(page)).toEqual([])
  await chooseOption(page, 'Action', 'View')
  await expect(page.getByText(`Nina ${surname} has access`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Task or project' }).fill(`writers ${surname}`)
  await chooseOption(page, 'Action', 'Edit boards and columns')
  await expect(page.getByText(`Edit boards and columns: Writers ${surname}`)).toBeVisible()
  await expect(page.getByText(/this takes “Manager” or higher/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Task or project' }).fill('wrq-2')
  await expect(page.getByText('No task or project found')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true })

  test('the navigation is a drawer that closes with Escape', async ({ page }) => {
    const { boards } = await openGarden(page)
    await page.goto(`/app/board/${boards['House Summer']}`)
    const burger = page.getByRole('button', { name: 'Open navigation' })
    await burger.click()
    const drawer = page.getByRole('dialog', { name: 'Main navigation' })
    await expect(drawer.locator('[aria-current=page]')).toHaveText('Summer')
    expect(await accessibilityViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(burger).toBeFocused()
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  })
})
