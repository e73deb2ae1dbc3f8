import AxeBuilder from '@axe-core/playwright'
import { type Browser, expect, type Page, type TestInfo } from '@playwright/test'

/** Each screen in both languages and both colour schemes, which takes two looks and not four. */
export const looks = [
  { language: 'en', colorScheme: 'light' },
  { language: 'ru', colorScheme: 'dark' },
] as const
export type Look = (typeof looks)[number]

/** Half of the screens, each in one of the looks; `npm run test:long` shows all of them in both. */
export function screensIn<Screen>(look: Look, screens: Record<string, Screen>) {
  const turn = looks.indexOf(look)
  return Object.entries(screens).filter(
    (_, index) => process.env.ALL_SCREENS || index % (2 * looks.length) === turn,
  )
}

/** A browser with this look, whatever the account remembers: the other look may be tried at the same time. */
export async function openLook(browser: Browser, { language, colorScheme }: Look) {
  const context = await browser.newContext({ colorScheme })
  const choose = () =>
    context.addInitScript(
      ([chosen, scheme]) => {
        localStorage.setItem('atrium.language', chosen)
        localStorage.setItem('atrium.color-scheme', scheme)
      },
      [language, colorScheme] as const,
    )
  return { context, choose }
}

/** Translated, accessible, and no wider than a small telephone. */
export async function checkScreen(page: Page, name: string, testInfo: TestInfo) {
  if (!(await settled(page, name))) return
  await keepPicture(page, name, testInfo)
  expect.soft(await untranslated(page), `${name}: texts without a translation`).toEqual([])
  expect.soft(await findings(page), `${name}: accessibility`).toEqual([])
  await page.setViewportSize({ width: 320, height: 720 })
  await expect.soft
    .poll(() => overflow(page), { message: `${name}: no wider than 320 px` })
    .toBeLessThanOrEqual(0)
  await keepPicture(page, `${name}, narrow`, testInfo)
  await page.setViewportSize({ width: 1280, height: 720 })
}

/** For those who want to look at every screen, as `npm run test:long` shows them. */
async function keepPicture(page: Page, name: string, testInfo: TestInfo) {
  if (!process.env.ALL_SCREENS) return
  await testInfo.attach(name, { body: await page.screenshot(), contentType: 'image/png' })
}

/** What the console says while the page is open. */
export function collectComplaints(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    // To a browser it is an error that a task in the trash is gone, and that a token which is then renewed has ended.
    const isOurs = message.type() === 'error' && !/\b(401|410)\b/.test(message.text())
    if (isOurs) complaints.push(`${message.text()} ${message.location().url}`)
  })
  return complaints
}

/** Something to read is there, and nothing is on its way any more. */
async function settled(page: Page, name: string) {
  try {
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    return true
  } catch (error) {
    expect.soft((error as Error).message, `${name}: shows something`).toBe('')
    return false
  }
}

/** A message that is missing shows as its key. */
function untranslated(page: Page) {
  // Permissions are called by their own names, in a typeface of their own.
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

export async function findings(page: Page) {
  // Our pages have no frames of others, for which it would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

export function overflow(page: Page) {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}
