import { expect, type Page } from '@playwright/test'
import { cardNamed, cards, dropOnto, takeUp } from './board-screen.ts'
import { addTasks, ask } from './boards.ts'

interface Board {
  id: number
  columns: { id: number; title: string }[]
}

interface FullBoard {
  item: { columns: { title: string; tasks: { title: string }[] }[] }
}

/** Each of two people drops a card of their own between the same two cards, at the same time, again and again. */
export async function dropIntoSameGap([one, other]: readonly [Page, Page], board: Board, rounds: number) {
  const [left, right] = board.columns
  await addTasks(one, left?.id, ['Above left', 'Mine', 'Yours', 'Below left'])
  await addTasks(one, right?.id, ['Above right', 'Below right'])
  for (const page of [one, other]) {
    await page.goto(`/app/board/${board.id}`)
    await expect(cardNamed(page, 'Below right')).toBeVisible()
  }
  for (let round = 0; round < rounds; round += 1) {
    const [to, side] = round % 2 === 0 ? [right, 'right'] : [left, 'left']
    await Promise.all([takeUp(one, cardNamed(one, 'Mine')), takeUp(other, cardNamed(other, 'Yours'))])
    await Promise.all([one, other].map(page => dropOnto(page, cardNamed(page, `Below ${side}`))))
    await expect
      .poll(async () => (await orderOf(one, board.id, to?.title ?? '')).slice(-4))
      .toEqual([`Above ${side}`, expect.any(String), expect.any(String), `Below ${side}`])
    const order = await orderOf(one, board.id, to?.title ?? '')
    for (const page of [one, other]) await expect(cards(page, to?.title ?? '')).toHaveText(order)
  }
}

/** As the server has it. */
async function orderOf(page: Page, boardId: number, columnTitle: string) {
  const { item } = await ask<FullBoard>(page, 'GET', `/board/${boardId}/full`)
  return item.columns.find(({ title }) => title === columnTitle)?.tasks.map(({ title }) => title) ?? []
}
