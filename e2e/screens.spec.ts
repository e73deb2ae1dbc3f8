import { type BrowserContext, expect, test } from '@playwright/test'
import { owner } from './atrium.ts'
import { ask } from './boards.ts'
import { signInByApi } from './people.ts'
import { createSampleData } from './sample-data.ts'
import { checkScreen, collectErrors, openVariant, screensIn, variants } from './screen-checks.ts'

type Ids = Awaited<ReturnType<typeof createSampleData>>

/** Every page of the application. */
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
  'feedback statistics': () => '/feedback?tab=stats',
  users: () => '/administration?tab=users',
  roles: () => '/administration?tab=roles',
  permissions: () => '/administration?tab=permissions',
  synchronisation: () => '/administration?tab=sync',
  priorities: () => '/administration?tab=priorities',
  stickers: () => '/administration?tab=stickers',
  'page not found': () => '/nowhere',
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
    await context.close()
  })
}

async function prepare(context: BrowserContext) {
  const page = await context.newPage()
  await signInByApi(page, owner)
  const ids = await createSampleData(context.request)
  await ask(page, 'PUT', '/users/me/settings', { language: null, theme: null })
  await page.close()
  return ids
}
