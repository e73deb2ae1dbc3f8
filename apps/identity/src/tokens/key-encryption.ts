import { createPrivateKey, type KeyObject } from 'node:crypto'
import { StartRefused } from '@atrium/core/errors'
import type { Settings } from '#settings.ts'
import { openSealed, seal } from './seal.ts'

const PURPOSE = 'signing key'

export function encryptPrivateKey(settings: Settings, key: KeyObject) {
  return seal(settings, PURPOSE, key.export({ type: 'pkcs8', format: 'der' }))
}

export function decryptPrivateKey(settings: Settings, stored: string): KeyObject {
  try {
    const content = openSealed(settings, PURPOSE, stored)
    return createPrivateKey({ key: content, type: 'pkcs8', format: 'der' })
  } catch {
    throw new StartRefused(
      'OAUTH2_ENCRYPTION_KEY is not the one that the stored signing keys were encrypted with.',
    )
  }
}
