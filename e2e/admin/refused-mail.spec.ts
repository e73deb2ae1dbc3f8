import { expect, type Page, test } from '@playwright/test'
import { nextPorts, owner, startAtrium } from '../atrium.ts'
import { chooseOption } from '../choose-option.ts'
import { startMailServer } from '../mail-server.ts'
import { fillSignInForm, registerPerson } from '../people.ts'
import { accessibilityViolations, collectErrors, overflow } from '../screen-checks.ts'

/** A separate installation with its own mail server. */
const [IDENTITY_PORT, TASKS_PORT] = nextPorts(30)
const identity = `http://localhost:${IDENTITY_PORT}`
const tasks = `http://localhost:${TASKS_PORT}`

test(
  'an email refused by the server is shown as failed with the reason, and can be retried',
  { tag: '@long' },
  async ({ page }, testInfo) => {
    test.slow() // it starts an installation
    const mail = await startMailServer(Number(IDENTITY_PORT) + 1)
    const stop = await startAtrium({ IDENTITY_PORT, TASKS_PORT, MAIL_URL: mail.url })
    try {
      const [{ email }, other] = [await registerPerson(identity), await registerPerson(identity)]
      for (const address of [email, other.email]) {
        await expect.poll(() => mail.accepted).toContain(address)
        mail.refused.add(address)
        await page.goto(`${identity}/password-reset`)
        await page.getByLabel('Email or phone').fill(address)
        await page.getByRole('button', { name: 'Send reset link' }).click()
      }

      const invited = 'invited@example.org'
      mail.refused.add(invited)
      await invite(page, invited)

      await page.goto(`${identity}/admin/mail`)
      await fillSignInForm(page, owner)
      const errors = collectErrors(page)
      const row = page.getByRole('listitem').filter({ hasText: email })
      await expect(row).toContainText('Failed')
      await expect(row).toContainText('Password reset link')
      await expect(row).toContainText('550 5.1.1 User unknown')
      await page.getByText('Failed (3)').click()
      await expect(row).toBeVisible()
      await expect(row).toContainText('Identity')
      const invitation = page.getByRole('listitem').filter({ hasText: invited })
      await expect(invitation).toContainText('Project invitation')
      await expect(invitation).toContainText('Tasks')
      await expect(invitation).toContainText('550 5.1.1 User unknown')
      expect(await accessibilityViolations(page)).toEqual([])
      await testInfo.attach('a refused email', { body: await page.screenshot(), contentType: 'image/png' })
      await page.setViewportSize({ width: 320, height: 720 })
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
      await testInfo.attach('narrow', { body: await page.screenshot(), contentType: 'image/png' })

      await chooseOption(page, 'Service', 'Tasks')
      await expect(row).toBeHidden()
      await expect(page).toHaveURL(/service=tasks/)
      await page.getByRole('button', { name: `Delete email to ${invited}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await expect(page.getByText('Email deleted')).toBeVisible()
      await expect(page.getByText('Failed (0)')).toBeVisible()
      await chooseOption(page, 'Service', 'All services')

      mail.refused.clear()
      await page.getByRole('button', { name: `Retry email to ${email}` }).click()
      await expect(page.getByText('Retrying the email')).toBeVisible()
      await expect.poll(() => mail.accepted.filter(address => address === email).length).toBe(2)
      await expect(row).toBeHidden()
      await page.getByRole('button', { name: 'Retry all failed' }).click()
      await expect(page.getByText('Emails being retried: 1')).toBeVisible()
      await expect.poll(() => mail.accepted.filter(address => address === other.email).length).toBe(2)
      await expect(page.getByText('No emails have failed.')).toBeVisible()
      expect(errors).toEqual([])
    } finally {
      await stop()
      mail.stop()
    }
  },
)

/** Invites this address to a project as the owner. */
async function invite(page: Page, email: string) {
  const send = async (path: string, data: object, token?: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const response = await page.request.post(tasks + path, { data, ...(token && { headers }) })
    expect(response.status(), await response.text()).toBe(200)
    return response.json()
  }
  const { token } = await send('/user/login', { login: owner.email, password: owner.password })
  const { item } = await send('/project', { name: 'Website' }, token)
  await send(`/project/${item.id}/invite`, { email, role: 'member' }, token)
}
