import { type BrowserContext, expect, test } from '@playwright/test'
import { owner } from './atrium.ts'
import { ask } from './boards.ts'
import { comeIn } from './people.ts'
import { makeSampleData } from './sample-data.ts'
import { checkScreen, collectComplaints, looks, openLook, screensIn } from './screen-checks.ts'

type Ids = Awaited<ReturnType<typeof makeSampleData>>

/** Every address of the application. */
const screens: Record<string, (ids: Ids) => string> = {
  'my work': () => '/',
  projects: () => '/projects',
  boards: ({ projectId }) => `/project/${projectId}`,
  members: ({ projectId }) => `/project/${projectId}/members`,
  'time of a project': ({ projectId }) => `/project/${projectId}/time`,
  activity: ({ projectId }) => `/project/${projectId}/activity`,
  trash: ({ projectId }) => `/project/${projectId}/trash`,
  settings: ({ projectId }) => `/project/${projectId}/settings`,
  import: ({ projectId }) => `/project/${projectId}/import`,
  board: ({ boardId }) => `/board/${boardId}`,
  task: ({ boardId, taskId }) => `/board/${boardId}/task/${taskId}`,
  time: () => '/time',
  notifications: () => '/notifications',
  invitation: () => '/invitation',
  profile: () => '/profile',
  feedback: () => '/feedback',
  ideas: () => '/feedback?tab=ideas',
  'statistics of feedback': () => '/feedback?tab=stats',
  users: () => '/administration?tab=users',
  roles: () => '/administration?tab=roles',
  permissions: () => '/administration?tab=permissions',
  synchronisation: () => '/administration?tab=sync',
  priorities: () => '/administration?tab=priorities',
  stickers: () => '/administration?tab=stickers',
  'no page': () => '/nowhere',
}

for (const look of looks) {
  test(`screens in ${look.language} and ${look.colorScheme}`, async ({ browser }, testInfo) => {
    test.setTimeout(600_000)
    const { context, choose } = await openLook(browser, look)
    const ids = await prepare(context)
    await choose()
    const page = await context.newPage()
    const complaints = collectComplaints(page)
    for (const [name, address] of screensIn(look, screens)) {
      await page.goto(`/app${address(ids)}`)
      await checkScreen(page, name, testInfo)
      await expect.soft(page.locator('html'), name).toHaveAttribute('lang', look.language)
      expect.soft(complaints.splice(0), `${name}: the console`).toEqual([])
    }
    await context.close()
  })
}

async function prepare(context: BrowserContext) {
  const page = await context.newPage()
  await comeIn(page, owner)
  const ids = await makeSampleData(context.request)
  await ask(page, 'PUT', '/users/me/settings', { language: null, theme: null })
  await page.close()
  return ids
}
