import { type BrowserContext, expect, test } from '@playwright/test'
import { owner } from './atrium.ts'
import { ask } from './boards.ts'
import { comeIn } from './people.ts'
import { makeSampleData } from './sample-data.ts'
import { collectComplaints, findings, overflow, settled, untranslated } from './screen-checks.ts'

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

/** Each screen in both languages and both colour schemes, which takes two looks and not four. */
const looks = [
  { language: 'en', colorScheme: 'light' },
  { language: 'ru', colorScheme: 'dark' },
] as const

for (const look of looks) {
  test(`screens in ${look.language} and ${look.colorScheme}`, async ({ browser }, testInfo) => {
    test.setTimeout(600_000)
    const context = await browser.newContext({ colorScheme: look.colorScheme })
    const ids = await prepare(context, look)
    for (const [name, address] of screensIn(look)) {
      const page = await context.newPage()
      const complaints = collectComplaints(page)
      await page.goto(`/app${address(ids)}`)
      if (await settled(page, name)) {
        await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
        await expect.soft(page.locator('html'), name).toHaveAttribute('lang', look.language)
        expect.soft(await untranslated(page), `${name}: texts without a translation`).toEqual([])
        expect.soft(await findings(page), `${name}: accessibility`).toEqual([])
        await page.setViewportSize({ width: 320, height: 720 })
        await expect.soft
          .poll(() => overflow(page), { message: `${name}: no wider than 320 px`, timeout: 5000 })
          .toBeLessThanOrEqual(0)
        await testInfo.attach(`${name}, narrow`, { body: await page.screenshot(), contentType: 'image/png' })
      }
      expect.soft(complaints, `${name}: the console`).toEqual([])
      await page.close()
    }
    await context.close()
  })
}

/** Half of the screens, each in one of the looks; `npm run test:long` shows all of them in both. */
function screensIn(look: (typeof looks)[number]) {
  const turn = looks.indexOf(look)
  return Object.entries(screens).filter(
    (_, index) => process.env.ALL_SCREENS || index % (2 * looks.length) === turn,
  )
}

async function prepare(context: BrowserContext, { language, colorScheme }: (typeof looks)[number]) {
  const page = await context.newPage()
  await comeIn(page, owner)
  const ids = await makeSampleData(context.request)
  await ask(page, 'PUT', '/users/me/settings', { language: null, theme: null })
  // The other look is tried at the same time by the same person: the account must not remember this one.
  await context.addInitScript(
    ([chosen, scheme]) => {
      localStorage.setItem('atrium.language', chosen)
      localStorage.setItem('atrium.color-scheme', scheme)
    },
    [language, colorScheme] as const,
  )
  await page.close()
  return ids
}
