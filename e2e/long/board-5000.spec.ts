import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { personalBoard } from '../boards.ts'

const CARDS = 5000
const AT_ONCE = 20

// Recording costs more than what is measured.
test.use({ trace: 'off', screenshot: 'off' })

test('a board of 5,000 cards opens within a second, scrolls at 50 frames a second, in lanes too, and drags at once', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const { board } = await personalBoard(page)
  const open = board.columns.filter(({ title }) => title !== 'Done')
  await page.goto('/app/')
  await page.evaluate(fill, { columnIds: open.map(({ id }) => id), cards: CARDS, atOnce: AT_ONCE })

  await page.addInitScript({ path: fileURLToPath(new URL('./board-measures.js', import.meta.url)) })
  await page.goto(`/app/board/${board.id}`)
  const firstCard = await page.evaluate<{ firstCardMs: number }>('measures.firstCard()')
  const scroll = await page.evaluate<{ framesPerSecond: number }>('measures.scroll()')
  const filter = await measureFilter(page)
  const drag = await measureDrag(page)
  console.log({ cards: CARDS, ...firstCard, ...scroll, ...filter, ...drag })
  expect(firstCard.firstCardMs).toBeLessThan(1000)
  expect(scroll.framesPerSecond).toBeGreaterThanOrEqual(50)
  expect(drag.dragStartMs).toBeLessThan(100)

  await page.goto(`/app/board/${board.id}?lanes=priority`)
  await page.locator('[data-lane] [data-card]').first().waitFor()
  const nodes = await page.evaluate<number[]>('measures.nodesInLanes()')
  const lanes = await page.evaluate<{ framesPerSecond: number; scrolledPixels: number }>(
    "measures.scroll('[data-board]')",
  )
  console.log({ nodes, ...lanes })
  expect(Math.max(...nodes), 'cards in the document').toBeLessThan(100)
  expect(Math.min(...nodes)).toBeGreaterThan(0)
  expect(lanes.scrolledPixels).toBeGreaterThan(4000)
  expect(lanes.framesPerSecond).toBeGreaterThanOrEqual(50)
})

async function fill({ columnIds, cards, atOnce }: { columnIds: number[]; cards: number; atOnce: number }) {
  let made = 0
  const worker = async () => {
    while (made < cards) {
      made += 1
      const title = `Task ${made} ${'with a few more words '.repeat(made % 4)}`
      await fetch('/task', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          title,
          columnId: columnIds[made % columnIds.length],
          priorityId: 1 + (made % 4),
          dueDate: '2031-01-02',
        }),
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

async function measureFilter(page: Page) {
  const measured = page.evaluate<{ filterMs: number }>('measures.filter()')
  await page.getByRole('searchbox', { name: 'Filter by text' }).fill('4999')
  const result = await measured
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.locator('[data-card]').nth(5).waitFor()
  return result
}

async function measureDrag(page: Page) {
  const measured = page.evaluate<{ dragStartMs: number }>('measures.drag()')
  await page.locator('[data-card]').nth(2).hover()
  await page.mouse.down()
  await page.mouse.move(500, 400, { steps: 4 })
  const result = await measured
  await page.mouse.up()
  return result
}
