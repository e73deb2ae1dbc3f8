import { createHmac } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'

const STEP_MS = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * An authenticator application with this key. Each code counts once, and the server takes the one after this half
 * minute's too, so two can be had at any moment; for a third one waits as a person would.
 */
export function authenticator(key: string) {
  const secret = bytesOf(key.replace(/\s/g, ''))
  let last = 0
  return async () => {
    last = Math.max(last + 1, Math.floor(Date.now() / STEP_MS))
    const opensAt = (last - 1) * STEP_MS
    await new Promise(resolve => setTimeout(resolve, Math.max(0, opensAt - Date.now())))
    return codeAt(secret, last)
  }
}

/** RFC 6238: HMAC-SHA1 of the number of the half minute, cut to six digits. */
function codeAt(secret: Buffer, step: number) {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const number = digest.readUInt32BE(digest.readUInt8(19) & 0xf) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}

function bytesOf(base32: string) {
  const bits = [...base32].map(character => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/**
 * A device that keeps passkeys, and whose owner always touches it when asked; answers how to let it refuse. They would
 * choose at once what the sign-in page offers by itself, so it offers nothing until it is let.
 */
export async function plugInAuthenticator(context: BrowserContext, page: Page) {
  const offers = "async () => 'offers' in sessionStorage"
  await page.addInitScript(`PublicKeyCredential.isConditionalMediationAvailable = ${offers}`)
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return (isUserVerified: boolean) =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
}

/** From the next page on. */
export async function letSignInPageOffer(page: Page) {
  await page.evaluate(() => sessionStorage.setItem('offers', 'yes'))
}
