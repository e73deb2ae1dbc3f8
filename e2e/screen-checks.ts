import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** What the console says while the page is open. */
export function collectComplaints(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', error => complaints.push(error.message))
  page.on('console', message => {
    // A task that is in the trash is gone, and a browser calls that an error.
    const isOurs = message.type() === 'error' && !message.text().includes('410')
    if (isOurs) complaints.push(`${message.text()} ${message.location().url}`)
  })
  return complaints
}

/** Something to read is there, and nothing is on its way any more. */
export async function settled(page: Page, name: string) {
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
export function untranslated(page: Page) {
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
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

export function overflow(page: Page) {
  return page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
}
