import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { owner, identityUrl as sharedUrl, startAtrium } from '../atrium.ts'
import { fillSignInForm, registerPerson } from '../people.ts'

const port = Number(new URL(sharedUrl).port) + 30
const identityUrl = `http://localhost:${port}`

test('a mail that cannot leave says why, and leaves when it is tried again', async ({ page }) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-mail-'))
  const letters = join(folder, 'letters')
  // A file is where the folder of the letters should be.
  writeFileSync(letters, '')
  const stop = await startAtrium({
    IDENTITY_PORT: String(port),
    TASKS_PORT: String(port + 100),
    MAIL_URL: `file:${letters}`,
  })
  try {
    const { email } = await registerPerson(identityUrl)
    const unwanted = await registerPerson(identityUrl)
    await page.goto(`${identityUrl}/admin/mail`)
    await fillSignInForm(page, owner)
    const row = page.getByRole('listitem').filter({ hasText: email })
    await expect(row).toContainText('Email confirmation')
    // By now the next attempt is far enough away for ours to be the one that sends it.
    await expect(row).toContainText(/Attempt [3-9] of/, { timeout: 60_000 })
    await expect(row).toContainText('EEXIST')

    await page.getByRole('button', { name: `Delete email to ${unwanted.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: unwanted.email })).toBeHidden()

    rmSync(letters)
    await row.getByRole('button', { name: `Retry email to ${email}` }).click()
    await expect(row).toBeHidden()
    await expect(page.getByText('All (0)')).toBeVisible()
    const recipients = readdirSync(letters).map(file => recipientOf(join(letters, file)))
    expect(recipients.filter(each => each === email)).toHaveLength(1)
    expect(recipients).not.toContain(unwanted.email)
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

function recipientOf(letter: string) {
  return /^To: (.+)$/m.exec(readFileSync(letter, 'utf8'))?.[1]
}
