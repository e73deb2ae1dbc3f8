import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContextOptions, chromium, expect, type Page } from '@playwright/test'
import { identityUrl, nextPorts, owner, startAtrium, tasksUrl } from './atrium.ts'
import { findChromium } from './find-chromium.ts'
import { fillSignInForm, signInAtIdentityByApi, signInByApi } from './people.ts'

/**
 * Takes the screenshots of README.md and docs/first-steps.md, following the steps described there: `npm run docs:screenshots`.
 * The demo data has emoji, so it needs a font with them, such as Noto Color Emoji.
 */
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const titles = ['Sketch the home page', 'Choose the typefaces', 'Ask for photographs']
const options: BrowserContextOptions = {
  baseURL: tasksUrl,
  viewport: { width: 1200, height: 720 },
  locale: 'en-GB',
  colorScheme: 'light',
  serviceWorkers: 'block',
  reducedMotion: 'reduce',
}

mkdirSync(folder, { recursive: true })
const ATRIUM_DATA = mkdtempSync(join(tmpdir(), 'atrium-screenshots-'))
const [IDENTITY_PORT, TASKS_PORT] = nextPorts(0)
const stop = await startAtrium({ ATRIUM_DATA, IDENTITY_PORT, TASKS_PORT })
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  await takeFirstSteps(await browser.newPage(options))
  const { users, password, projects } = createDemo()
  const ada = { email: users[0] as string, password }
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ ...options, colorScheme, viewport: { width: 1440, height: 900 } })
    await signInByApi(page, ada)
    await captureDemo(page, `demo-${colorScheme}`)
  }
  const page = await browser.newPage({ ...options, viewport: { width: 1440, height: 900 } })
  await signInByApi(page, ada)
  const project = `${tasksUrl}/app/project/${projects[0]?.id}`
  await captureAt(page, `${project}/tasks?view=timeline&scale=weeks`, 'timeline', 700)
  await captureAt(page, `${project}/tasks?group=assignee`, 'table')
  await captureAt(page, `${project}/reports`, 'reports', 360)
  await signInAtIdentityByApi(page, owner)
  await captureAt(page, `${identityUrl}/admin/roles`, 'administration')
} finally {
  await browser.close()
  await stop()
  rmSync(ATRIUM_DATA, { recursive: true, force: true })
}

function createDemo() {
  const main = fileURLToPath(new URL('../apps/console/src/main.ts', import.meta.url))
  const settings = { ATRIUM_DATA, IDENTITY_PORT, TASKS_PORT }
  const options = { env: { ...process.env, ...settings }, encoding: 'utf8' } as const
  return JSON.parse(execFileSync(process.execPath, [main, 'demo', '--json'], options)) as {
    users: string[]
    password: string
    projects: { id: number }[]
  }
}

async function captureDemo(page: Page, name: string) {
  await page.goto('/app/')
  await page.getByRole('link', { name: 'Projects' }).click()
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Website relaunch' }).click()
  await main.getByRole('link', { name: 'Delivery' }).click()
  await page.getByRole('heading', { name: 'In progress' }).waitFor()
  await capture(page, name)
}

async function captureAt(page: Page, address: string, name: string, scrolledBy = 0) {
  await page.goto(address)
  await page.getByRole('main').getByRole('heading').first().waitFor()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.mouse.move(900, 600)
  await page.mouse.wheel(0, scrolledBy)
  await capture(page, name)
}

async function takeFirstSteps(page: Page) {
  await page.goto('/app/')
  await page.getByLabel('Password').waitFor()
  await capture(page, 'sign-in')

  await fillSignInForm(page, owner)
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Website relaunch')
  await capture(page, 'new-project')

  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  await page.keyboard.press('n')
  for (const title of titles.toReversed()) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.getByText('WR-3').waitFor()
  await page.getByText('“Website relaunch” created').waitFor({ state: 'hidden' })
  await capture(page, 'board')

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: titles[0] }).click()
  await page.getByRole('dialog').waitFor()
  await capture(page, 'task')

  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: titles[0] }).focus()
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await page.getByText('Moved to Done').waitFor()
  await capture(page, 'done')
}

async function capture(page: Page, name: string) {
  await page.mouse.move(0, 0) // nothing is shown as pointed at
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled', caret: 'hide' })
}
