import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { nextPorts, owner, startAtrium } from '../atrium.ts'
import { callApi, cardNamed, cards } from '../boards.ts'
import { signInByApi } from '../people.ts'

interface Item {
  item: { id: number; columns: { id: number }[] }
}

const [IDENTITY_PORT, TASKS_PORT] = nextPorts(20)
const application = `http://localhost:${TASKS_PORT}`

test('nothing typed is lost while the server is down, and everything works after a restart', async ({
  page,
}) => {
  test.setTimeout(600_000)
  const ATRIUM_DATA = mkdtempSync(join(tmpdir(), 'atrium-restart-'))
  const start = () => startAtrium({ ATRIUM_DATA, IDENTITY_PORT, TASKS_PORT })
  let stop = await start()
  try {
    await signInByApi(page, owner, application)
    await page.goto(`${application}/app/`)
    const { item: project } = await callApi<Item>(page, 'POST', '/project', { name: 'Poems' })
    const { item: board } = await callApi<Item>(page, 'POST', `/project/${project.id}/board`, {
      name: 'Post',
    })
    const { item: task } = await callApi<Item>(page, 'POST', '/task', {
      title: 'Write a poem',
      boardId: board.id,
      description: 'On *paper*',
    })
    await page.goto(`${application}/app/board/${board.id}/task/${task.id}`)
    const panel = page.getByRole('dialog')
    await expect(panel.getByText('paper')).toBeVisible()
    await stop()
    await expect(page.getByText('The connection is lost.')).toBeVisible()

    const comment = panel.getByRole('textbox', { name: 'Write a comment' })
    await comment.fill('Blue or black?')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('1 change waits to be saved.')).toBeVisible()
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Add task to To do' }).click()
    await page.keyboard.type('Post it')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByText('2 changes wait to be saved.')).toBeVisible()
    await cardNamed(page, 'Write a poem').focus()
    for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await expect(page.getByText('3 changes wait to be saved.')).toBeVisible()
    await expect(cards(page, 'In progress')).toHaveText(['Write a poem'])

    stop = await start()
    await callApi(page, 'POST', '/task', { title: 'From elsewhere', boardId: board.id })
    await expect(cardNamed(page, 'From elsewhere')).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText('The connection is lost.')).toBeHidden()
    await expect(cardNamed(page, 'Post it')).toBeVisible()
    await expect(page.getByText(/to be saved\./)).toBeHidden()
    await cardNamed(page, 'Write a poem').click()
    await expect(comment).toHaveValue('')
    await expect(panel.getByRole('listitem').getByText('Blue or black?')).toBeVisible()
  } finally {
    await stop()
    rmSync(ATRIUM_DATA, { recursive: true, force: true })
  }
})
