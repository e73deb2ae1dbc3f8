import { expect, test } from '@playwright/test'
import { identityUrl } from '../atrium.ts'
import { addTasks, cards, personalBoard } from '../boards.ts'
import { chromiumSwitches } from '../chromium-switches.ts'

// Playwright disables the back/forward cache, which real browsers have.
test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM_PATH,
    args: chromiumSwitches,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
})

test('a board restored from the back/forward cache shows missed changes and stays live', async ({ page }) => {
  const { board } = await personalBoard(page)
  const columnId = board.columns[0]?.id
  await addTasks(page, columnId, ['Alpha'])
  await page.goto(`/app/board/${board.id}`)
  await expect(cards(page, 'To do')).toHaveText(['Alpha'])
  await page.goto(`${identityUrl}/health`)
  await page.goBack({ waitUntil: 'commit' })
  await expect(cards(page, 'To do')).toHaveText(['Alpha'])
  await addTasks(page, columnId, ['Beta'])
  await expect(cards(page, 'To do')).toHaveText(['Alpha', 'Beta'])
})
