import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, expect, type Page } from '@playwright/test'
import startShared, { owner, tasksUrl } from './atrium.ts'
import { findChromium } from './find-chromium.ts'
import { fillSignInForm, goToIdentity } from './people.ts'

/** The pictures of docs/first-steps.md, taken on the way that it describes: `npm run docs:screenshots`. */
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const titles = ['Sketch the front page', 'Choose the typefaces', 'Ask for photographs']

mkdirSync(folder, { recursive: true })
const stop = await startShared()
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage({
    baseURL: tasksUrl,
    viewport: { width: 1200, height: 720 },
    locale: 'en-GB',
    colorScheme: 'light',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  })
  await goFirstSteps(page)
} finally {
  await browser.close()
  await stop()
}

async function goFirstSteps(page: Page) {
  await page.goto('/app/')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await goToIdentity(page)
  await page.getByLabel('Password').waitFor()
  await shoot(page, 'sign-in')

  await fillSignInForm(page, owner)
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('button', { name: 'New project' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Website relaunch')
  await shoot(page, 'new-project')

  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Create a board' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Design')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  await page.keyboard.press('n')
  for (const title of titles.toReversed()) {
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  await page.getByText('#3').waitFor()
  await page.getByText('is ready.').waitFor({ state: 'hidden' })
  await shoot(page, 'board')

  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: titles[0] }).click()
  await page.getByRole('dialog').waitFor()
  await shoot(page, 'task')

  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: titles[0] }).focus()
  for (const key of ['Space', 'ArrowRight', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await page.getByText('Moved to Done').waitFor()
  await shoot(page, 'done')
}

async function shoot(page: Page, name: string) {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await page.screenshot({ path: `${folder}${name}.png`, animations: 'disabled', caret: 'hide' })
}
