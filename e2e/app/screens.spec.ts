import { type APIRequestContext, type BrowserContext, expect, test } from '@playwright/test'
import { owner, tasksUrl } from '../atrium.ts'
import { callApi } from '../boards.ts'
import { signInByApi } from '../people.ts'
import { collectDataWords, findTextsWithoutCatalogue, speakPseudoLanguage } from '../pseudo-language.ts'
import {
  accessibilityViolations,
  checkScreen,
  collectErrors,
  openVariant,
  overflow,
  screensIn,
  variants,
} from '../screen-checks.ts'

type Ids = Awaited<ReturnType<typeof createSampleData>>

/** Every page of the application. */
const screens: Record<string, (ids: Ids) => string> = {
  'my work': () => '/',
  projects: () => '/projects',
  boards: ({ projectId }) => `/project/${projectId}`,
  tasks: ({ projectId }) => `/project/${projectId}/tasks`,
  timeline: ({ projectId }) => `/project/${projectId}/tasks?view=timeline&group=assignee`,
  calendar: ({ projectId }) => `/project/${projectId}/tasks?view=calendar`,
  'calendar of a week': () => '/tasks?view=calendar&scale=week',
  overview: ({ projectId }) => `/project/${projectId}/overview`,
  reports: ({ projectId }) => `/project/${projectId}/reports`,
  members: ({ projectId }) => `/project/${projectId}/members`,
  'time of a project': ({ projectId }) => `/project/${projectId}/time`,
  activity: ({ projectId }) => `/project/${projectId}/activity`,
  trash: ({ projectId }) => `/project/${projectId}/trash`,
  settings: ({ projectId }) => `/project/${projectId}/settings`,
  import: ({ projectId }) => `/project/${projectId}/import`,
  board: ({ boardId }) => `/board/${boardId}`,
  'board in lanes': ({ boardId }) => `/board/${boardId}?lanes=assignee`,
  task: ({ boardId, taskId }) => `/board/${boardId}/task/${taskId}`,
  time: () => '/time',
  inbox: () => '/inbox',
  invitation: () => '/invitation',
  profile: () => '/profile',
  agents: () => '/agents',
  feedback: () => '/feedback',
  ideas: () => '/feedback?tab=ideas',
  'feedback statistics': () => '/feedback?tab=stats',
  users: () => '/administration?tab=users',
  roles: () => '/administration?tab=roles',
  permissions: () => '/administration?tab=permissions',
  'access in tasks': () => '/administration?tab=access',
  synchronisation: () => '/administration?tab=sync',
  priorities: () => '/administration?tab=priorities',
  stickers: () => '/administration?tab=stickers',
  'page not found': () => '/nowhere',
  cycles: ({ projectId }) => `/project/${projectId}/cycles`,
}

/** What keys open on a board, in front of it. */
const layers = {
  palette: 'Control+k',
  'new task': 'c',
  shortcuts: '?',
  'due date': 'd',
  priority: 'p',
  stickers: 'l',
}

for (const variant of variants) {
  test(`screens in ${variant.language} and ${variant.colorScheme}`, async ({ browser }, testInfo) => {
    test.setTimeout(600_000)
    const { context, apply } = await openVariant(browser, variant)
    const ids = await prepare(context)
    await apply()
    const page = await context.newPage()
    const errors = collectErrors(page)
    for (const [name, address] of screensIn(variant, screens)) {
      await page.goto(`/app${address(ids)}`)
      await checkScreen(page, name, testInfo)
      await expect.soft(page.locator('html'), name).toHaveAttribute('lang', variant.language)
      expect.soft(errors.splice(0), `${name}: the console`).toEqual([])
    }
    await page.goto(`/app/board/${ids.boardId}`)
    for (const [name, keys] of screensIn(variant, layers)) {
      await page.getByRole('link', { name: 'Sketch the home page' }).focus()
      await page.keyboard.press(keys)
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect.soft(await accessibilityViolations(page), `${name}: accessibility`).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
    const buttons = await page.locator('[aria-haspopup=menu]:visible').all()
    for (const [place, button] of screensIn(variant, Object.fromEntries(buttons.entries()))) {
      await button.click()
      await expect(page.getByRole('menu')).toBeVisible()
      expect.soft(await accessibilityViolations(page), `menu ${place}: accessibility`).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
    }
    await context.close()
  })
}

test('every text comes from a catalogue and has room to grow', { tag: '@long' }, async ({ browser }) => {
  test.setTimeout(600_000)
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en' })
  const ids = await prepare(context)
  await speakPseudoLanguage(context)
  const page = await context.newPage()
  const dataWords = collectDataWords(page)
  const errors = collectErrors(page)
  const check = async (name: string) => {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    expect.soft(errors.splice(0), `${name}: the console`).toEqual([])
    const found = await findTextsWithoutCatalogue(page, await dataWords())
    expect.soft(found, `${name}: texts that are in no catalogue`).toEqual([])
  }
  for (const [name, address] of Object.entries(screens)) {
    await page.goto(`/app${address(ids)}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await check(name)
    await page.setViewportSize({ width: 320, height: 720 })
    await expect.soft
      .poll(() => overflow(page), { message: `${name}: not wider than 320 px` })
      .toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
  await page.goto(`/app/board/${ids.boardId}`)
  for (const [name, keys] of Object.entries(layers)) {
    await page.getByRole('link', { name: 'Sketch the home page' }).focus()
    await page.keyboard.press(keys)
    await expect(page.getByRole('dialog')).toBeVisible()
    await check(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  for (const [place, button] of (await page.locator('[aria-haspopup=menu]:visible').all()).entries()) {
    await button.click()
    await expect(page.getByRole('menu')).toBeVisible()
    await check(`menu ${place}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await context.close()
})

async function prepare(context: BrowserContext) {
  const page = await context.newPage()
  await signInByApi(page, owner)
  const ids = await createSampleData(context.request)
  await callApi(page, 'PUT', '/users/me/settings', { language: null, theme: null })
  await page.close()
  return ids
}

/** Creates a project with data for each of its pages, as the signed-in user. */
async function createSampleData(request: APIRequestContext) {
  const call = async (path: string, data: object = {}) => {
    const response = await request.post(`${tasksUrl}${path}`, { data, headers: { origin: tasksUrl } })
    if (!response.ok()) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()).item
  }
  const project = await call('/project', {
    name: 'Website relaunch',
    description: 'Redesign the online shop by spring.',
    type: 'agency',
  })
  const board = await call(`/project/${project.id}/board`, { name: 'Design' })
  const sticker = await call('/sticker', { name: 'client', color: '#1971c2', projectId: project.id })
  const titles = ['Sketch the home page', 'Choose the typefaces', 'Ask for photographs', 'Old idea']
  const tasks = []
  for (const [index, title] of titles.entries()) {
    tasks.push(
      await call('/task', {
        boardId: board.id,
        title,
        description: 'With **care**, and a [link](https://example.org).',
        dueDate: new Date(Date.now() + (index - 1) * 86_400_000).toISOString().slice(0, 10),
        assigneeId: project.ownerId,
      }),
    )
  }
  const [task, , , deleted] = tasks
  const deletedBoard = await call(`/project/${project.id}/board`, { name: 'Last year' })
  await call(`/task/${task.id}/sticker`, { stickerId: sticker.id })
  await call(`/task/${task.id}/comment`, { text: 'Two **variants**, please.' })
  await call(`/task/${task.id}/checklist`, { title: 'Paper first' })
  await call('/time-interval', {
    taskId: task.id,
    startedAt: new Date(Date.now() - 3_600_000).toISOString(),
    duration: 1800,
  })
  await call(`/project/${project.id}/invite`, { email: 'guest@example.org', role: 'member' })
  await request.put(`${tasksUrl}/task/${task.id}/plan`, {
    data: { day: new Date().toISOString().slice(0, 10) },
    headers: { origin: tasksUrl },
  })
  await call('/feedback/rating', { speed: 5, functionality: 4, design: 5, usability: 4 })
  await call('/feedback/idea', {
    type: 'feature',
    title: 'A picture of the board',
    description: 'For reports.',
  })
  for (const path of [`/task/${deleted.id}`, `/board/${deletedBoard.id}`]) {
    await request.delete(tasksUrl + path, { headers: { origin: tasksUrl } })
  }
  return { projectId: project.id, boardId: board.id, taskId: task.id }
}
