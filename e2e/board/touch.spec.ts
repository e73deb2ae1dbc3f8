import { expect, type Page, test } from '@playwright/test'
import { addTasks, announcement, cardNamed, cards, column, gapIn, personalBoard } from '../boards.ts'
import { createFinger, middleOf } from '../finger.ts'

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 740 } })

test('a long press picks up a card, which can be moved within its column and to the next; a swipe only scrolls', {
  tag: '@long',
}, async ({ page }) => {
  const { board } = await personalBoard(page)
  const [todo, progress] = board.columns
  await addTasks(page, todo?.id, ['Alpha', 'Beta', 'Gamma'])
  await addTasks(page, progress?.id, ['One'])
  await page.goto(`/app/board/${board.id}`)
  await expect(cards(page, 'To do')).toHaveText(['Alpha', 'Beta', 'Gamma'])
  const finger = await createFinger(page)

  await finger.press(cardNamed(page, 'Gamma'))
  await expect(announcement(page, 'Picked up “Gamma”, position 3 of 3 in To do.')).toBeAttached()
  await finger.moveTo(await upperHalfOf(page, 'Alpha'))
  await expect(gapIn(page, 'To do')).toHaveAttribute('data-gap', '0')
  await finger.lift()
  await expect(cards(page, 'To do')).toHaveText(['Gamma', 'Alpha', 'Beta'])
  await expect(announcement(page, 'Dropped “Gamma” at position 1 of 3 in To do.')).toBeAttached()

  await finger.press(cardNamed(page, 'Alpha'))
  await expect(announcement(page, 'Picked up “Alpha”, position 2 of 3 in To do.')).toBeAttached()
  // Held at the edge of the screen, the next column comes by itself.
  await finger.moveTo({ x: 380, y: 300 })
  await expect.poll(async () => (await middleOf(column(page, 'In progress'))).x).toBeLessThan(250)
  // It still comes while the finger goes there.
  await expect(async () => {
    await finger.moveTo(await upperHalfOf(page, 'One'))
    await expect(gapIn(page, 'In progress')).toHaveAttribute('data-gap', '0', { timeout: 1000 })
  }).toPass()
  await finger.lift()
  await expect(cards(page, 'In progress')).toHaveText(['Alpha', 'One'])
  await expect(page.getByText('Moved to In progress')).toBeVisible()
  await expect(page).toHaveURL(/\/board\/\d+$/)

  await finger.press(cardNamed(page, 'One'))
  await expect(announcement(page, 'Picked up “One”, position 2 of 2 in In progress.')).toBeAttached()
  await finger.moveTo(await upperHalfOf(page, 'Alpha'))
  await finger.interrupt()
  await expect(announcement(page, 'Move canceled. “One” is back where it was.')).toBeAttached()
  await expect(cards(page, 'In progress')).toHaveText(['Alpha', 'One'])

  await finger.press(cardNamed(page, 'Alpha'))
  await expect(announcement(page, 'Picked up “Alpha”, position 1 of 2 in In progress.')).toBeAttached()
  await finger.lift()
  await page.getByRole('menuitem', { name: 'Priority…' }).tap()
  await page.getByRole('option', { name: 'High' }).tap()
  await expect(page.getByText('Priority: High').first()).toBeAttached()

  // How far one goes is the browser's affair.
  await expect(async () => {
    await finger.swipe(cardNamed(page, 'Alpha'), { x: 380, y: 300 })
    const scrolled = async () => (await middleOf(column(page, 'To do'))).x
    await expect.poll(scrolled, { timeout: 2000 }).toBeGreaterThan(0)
  }).toPass()
  await page.reload()
  await expect(cards(page, 'To do')).toHaveText(['Gamma', 'Beta'])
  await expect(cards(page, 'In progress')).toHaveText(['Alpha', 'One'])
})

function rowOf(page: Page, title: string) {
  return page.getByRole('listitem').filter({ has: cardNamed(page, title) })
}

async function upperHalfOf(page: Page, title: string) {
  const { x, y } = await middleOf(rowOf(page, title))
  return { x: Math.min(Math.max(x, 40), 350), y: y - 12 }
}
