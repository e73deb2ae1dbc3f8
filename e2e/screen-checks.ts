import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page, type TestInfo } from '@playwright/test'
import { identityUrl } from './atrium.ts'

/** Covers both languages and both colour schemes in two runs instead of four. */
export const variants = [
  { language: 'en', colorScheme: 'light' },
  { language: 'ru', colorScheme: 'dark' },
] as const
export type Variant = (typeof variants)[number]

/** One of them for a single screen; `npm run test:long` checks both. */
export const checkedVariants = process.env.ALL_SCREENS ? variants : variants.slice(1)

/** A part of the screens for each variant; `npm run test:long` checks all of them in both. */
export function screensIn<Screen>(variant: Variant, screens: Record<string, Screen>) {
  const turn = variants.indexOf(variant)
  return Object.entries(screens).filter(
    (_, index) => process.env.ALL_SCREENS || index % (5 * variants.length) === turn,
  )
}

/** A browser with this variant regardless of the account settings, because both run at the same time. */
export async function openVariant(browser: Browser, { language, colorScheme }: Variant) {
  const context = await browser.newContext({ colorScheme })
  const cookies = { atrium_language: language, atrium_theme: colorScheme }
  const apply = () =>
    context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: identityUrl })))
  return { context, apply }
}

/** Checks that a screen is translated, accessible and not wider than a small phone. */
export async function checkScreen(page: Page, name: string, testInfo: TestInfo) {
  if (!(await waitUntilLoaded(page, name))) return
  await keepScreenshot(page, name, testInfo)
  expect.soft(await findUntranslated(page), `${name}: texts without a translation`).toEqual([])
  expect.soft(await accessibilityViolations(page), `${name}: accessibility`).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.soft
    .poll(() => overflow(page), { message: `${name}: not wider than 320 px` })
    .toBeLessThanOrEqual(0)
  await keepScreenshot(page, `${name}, narrow`, testInfo)
  await page.setViewportSize({ width: 1280, height: 720 })
}

/** Shows the page in Russian, dark and on a small phone, checks it once `open` has led to what matters, and returns to English. */
export async function checkInRussian(page: Page, open: () => Promise<unknown>) {
  const url = new URL(page.url()).origin
  const show = async (language: string, theme: string, viewport: { width: number; height: number }) => {
    const cookies = { atrium_language: language, atrium_theme: theme }
    await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
    await page.setViewportSize(viewport)
    await page.reload()
  }
  await show('ru', 'dark', { width: 320, height: 720 })
  await open()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  expect(await findUntranslated(page)).toEqual([])
  expect(await accessibilityViolations(page)).toEqual([])
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
  await show('en', 'light', { width: 1280, height: 720 })
}

/** Keeps a screenshot of every screen with `npm run test:long`. */
async function keepScreenshot(page: Page, name: string, testInfo: TestInfo) {
  if (!process.env.ALL_SCREENS) return
  await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
}

/** Collects errors of the page and its console. */
export function collectErrors(page: Page) {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', message => {
    // The browser also logs expected errors: a task in the trash (410), and an expired token that is then renewed (401).
    const isError = message.type() === 'error' && !/\b(401|410)\b/.test(message.text())
    if (isError) errors.push(`${message.text()} ${message.location().url}`)
  })
  return errors
}

/** Waits until the page has content and nothing is loading. */
async function waitUntilLoaded(page: Page, name: string) {
  try {
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    return true
  } catch (error) {
    expect.soft((error as Error).message, `${name}: has content`).toBe('')
    return false
  }
}

/** A missing translation shows as its key. */
function findUntranslated(page: Page) {
  // Names of permissions look like keys, but are shown in monospace.
  return page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) {
      const { textContent, parentElement } = walker.currentNode
      const isCode = parentElement.closest('code, kbd, pre, script, style, [style*=monospace]')
      if (!isCode && /^[a-z]+(\\.[a-zA-Z]+)+$/.test(textContent.trim())) texts.push(textContent)
    }
    return texts
  })()`)
}

/** What is not saved yet is dimmed, below the contrast that the rules ask for. */
const unsaved = (page: Page) => page.locator('[data-on-its-way], [data-pending]')

export async function accessibilityViolations(page: Page) {
  await expect(unsaved(page)).toHaveCount(0)
  await animationsEnd(page)
  // Legacy mode avoids opening an extra page for frames, which our pages do not have.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  // An open menu or list of suggestions is outside all landmarks, and reached from its button or field.
  if ((await page.locator('[role=menu], [role=listbox]').count()) > 0) axe.disableRules('region')
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

function animationsEnd(page: Page) {
  return page.evaluate(`Promise.all(
    document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
      .map(({ finished }) => finished.catch(() => {})),
  ).then(() => {})`)
}

export function overflow(page: Page) {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}
