import { createHmac } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'

const STEP_MS = 30_000
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/**
 * An authenticator app with this key. Each code works once, and the server accepts the next 30-second step as well,
 * so two codes are available at any time; a third one needs a wait.
 */
export function authenticator(key: string) {
  const secret = bytesOf(key.replace(/\s/g, ''))
  let last = 0
  return async () => {
    last = Math.max(last + 1, Math.floor(Date.now() / STEP_MS))
    const validFrom = (last - 1) * STEP_MS
    await new Promise(resolve => setTimeout(resolve, Math.max(0, validFrom - Date.now())))
    return codeAt(secret, last)
  }
}

/** RFC 6238: HMAC-SHA1 of the number of the 30-second step, truncated to six digits. */
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
 * A virtual authenticator that confirms every request; returns a function to make it refuse. It would answer the
 * autofill prompt of the sign-in page at once, so the prompt is off until `enableAutofill` is called.
 */
export async function addVirtualAuthenticator(context: BrowserContext, page: Page) {
  const isEnabled = "async () => 'autofill' in sessionStorage"
  await page.addInitScript(`PublicKeyCredential.isConditionalMediationAvailable = ${isEnabled}`)
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

/** Takes effect on the next page. */
export async function enableAutofill(page: Page) {
  await page.evaluate(() => sessionStorage.setItem('autofill', 'yes'))
}
