import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { identityUrl } from '../atrium.ts'
import { registerPerson } from '../people.ts'
import { createClient, servePage } from '../relying-party.ts'

/** An application in the browser that leaves everything to oidc-client-ts. */
function pageOf(settings: object) {
  return `<!doctype html><title>Application</title>
    <p id="user">Nobody</p>
    <button id="sign-in">Sign in</button> <button id="renew">Renew</button> <button id="sign-out">Sign out</button>
    <script src="/oidc-client.js"></script>
    <script>
      const manager = new oidc.UserManager(${JSON.stringify(settings)})
      const show = (user, note = '') =>
        document.getElementById('user').textContent = user ? user.profile.email + note : 'Nobody'
      const on = (id, work) => document.getElementById(id).addEventListener('click', work)
      on('sign-in', () => manager.signinRedirect())
      on('renew', async () => {
        const before = await manager.getUser()
        const after = await manager.signinSilent()
        show(after, after.access_token === before.access_token ? ' unchanged' : ' renewed')
      })
      on('sign-out', () => manager.signoutRedirect())
      if (location.pathname === '/silent') manager.signinSilentCallback()
      else if (location.search.includes('code=')) manager.signinRedirectCallback().then(user => show(user))
      else manager.getUser().then(user => show(user))
    </script>`
}

test('oidc-client-ts signs a user in, renews silently in a frame and signs out', async ({ page }) => {
  const { origin, show, stop } = await servePage()
  const { client_id } = await createClient(
    ...['--name', 'Browser app', '--public', '--trusted', '--grant-types', 'authorization_code'],
    ...[
      '--scope',
      'openid profile email',
      '--redirect-uri',
      `${origin}/`,
      '--redirect-uri',
      `${origin}/silent`,
    ],
    ...['--web-origin', origin, '--post-logout-redirect-uri', `${origin}/`],
  )
  const settings = {
    authority: identityUrl,
    client_id,
    redirect_uri: `${origin}/`,
    silent_redirect_uri: `${origin}/silent`,
    post_logout_redirect_uri: `${origin}/`,
    scope: 'openid profile email',
    loadUserInfo: true,
    automaticSilentRenew: false,
  }
  const library = createRequire(import.meta.url).resolve('oidc-client-ts/package.json')
  const script = await readFile(join(library, '../dist/browser/oidc-client-ts.min.js'), 'utf8')
  show(pageOf(settings), { '/oidc-client.js': script })
  const { email, password } = await registerPerson()
  const user = page.locator('#user')

  await page.goto(`${origin}/`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email or phone').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(user).toHaveText(email)
  await page.getByRole('button', { name: 'Renew' }).click()
  await expect(user).toHaveText(`${email} renewed`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(`${origin}/`)
  await expect(user).toHaveText('Nobody')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  stop()
})
