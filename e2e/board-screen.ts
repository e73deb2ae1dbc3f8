import type { Locator, Page } from '@playwright/test'

/** What a board shows, by the names that its users know. */
export function column(page: Page, title: string) {
  return page.getByRole('region', { name: title })
}

export function cards(page: Page, columnTitle: string) {
  return column(page, columnTitle).getByRole('listitem').getByRole('link')
}

export function cardNamed(page: Page, title: string) {
  return page.getByRole('link', { name: title, exact: true })
}

/** To those who do not see it. */
export function said(page: Page, text: string) {
  return page.getByRole('status').getByText(text)
}

export function undo(page: Page) {
  return page.getByRole('button', { name: 'Undo', exact: true })
}

/** Onto the upper half of the target. */
export async function drag(page: Page, card: Locator, target: Locator) {
  await takeUp(page, card)
  await dropOnto(page, target)
}

export async function takeUp(page: Page, card: Locator) {
  await card.hover()
  await page.mouse.down()
  const box = await boxOf(card)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 + 8, { steps: 2 })
  await page.locator('[data-dragging]').waitFor()
}

export async function dropOnto(page: Page, target: Locator) {
  const box = await boxOf(target)
  await page.mouse.move(box.x + box.width / 2, box.y + 20, { steps: 5 })
  await page.mouse.move(box.x + box.width / 2, box.y + 6, { steps: 5 })
  await page.mouse.up()
}

async function boxOf(target: Locator) {
  const box = await target.boundingBox()
  if (!box) throw new Error('The target is not on the screen')
  return box
}
