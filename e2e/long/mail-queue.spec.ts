import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { owner, identityUrl as sharedUrl, startAtrium } from '../atrium.ts'
import { fillSignInForm, registerPerson } from '../people.ts'

const port = Number(new URL(sharedUrl).port) + 30
const identityUrl = `http://localhost:${port}`

test('an email that cannot be sent shows the reason and can be retried', async ({ page }) => {
  test.setTimeout(300_000)
  const folder = mkdtempSync(join(tmpdir(), 'atrium-mail-'))
  const emails = join(folder, 'emails')
  // A file in place of the folder makes sending fail.
  writeFileSync(emails, '')
  const stop = await startAtrium({
    IDENTITY_PORT: String(port),
    TASKS_PORT: String(port + 100),
    MAIL_URL: `file:${emails}`,
  })
  try {
    const { email } = await registerPerson(identityUrl)
    const unwanted = await registerPerson(identityUrl)
    await page.goto(`${identityUrl}/admin/mail`)
    await fillSignInForm(page, owner)
    const row = page.getByRole('listitem').filter({ hasText: email })
    await expect(row).toContainText('Email confirmation')
    // By now the next automatic attempt is far enough away for the manual retry to come first.
    await expect(row).toContainText(/Attempt [3-9] of/, { timeout: 60_000 })
    await expect(row).toContainText('EEXIST')

    await page.getByRole('button', { name: `Delete email to ${unwanted.email}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: unwanted.email })).toBeHidden()

    rmSync(emails)
    await row.getByRole('button', { name: `Retry email to ${email}` }).click()
    await expect(row).toBeHidden()
    await expect(page.getByText('All (0)')).toBeVisible()
    const recipients = readdirSync(emails).map(file => recipientOf(join(emails, file)))
    expect(recipients.filter(each => each === email)).toHaveLength(1)
    expect(recipients).not.toContain(unwanted.email)
  } finally {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

function recipientOf(email: string) {
  return /^To: (.+)$/m.exec(readFileSync(email, 'utf8'))?.[1]
}
