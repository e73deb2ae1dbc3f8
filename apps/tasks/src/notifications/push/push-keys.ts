import { openText, sealText } from '@atrium/core/sealed-text'
import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import * as queries from './push.queries.ts'
import { createServerKeys, type ServerKeys } from './web-push.ts'

const PURPOSE = 'push notifications'

/**
 * The key pair of the installation, which is created when it is first needed. If it was sealed with a former secret, a new one takes
 * its place; browsers subscribed with the old one then have to subscribe again.
 */
export async function getPushKeys(deps: Deps): Promise<ServerKeys> {
  return opened(deps, await queries.findPushKeys(deps.db)) ?? (await createKeys(deps))
}

function createKeys(deps: Deps) {
  const keys = createServerKeys()
  return inTransaction(deps, async tx => {
    await queries.lockPushKeys(tx)
    const existing = opened(deps, await queries.findPushKeys(tx))
    if (existing) return existing
    await queries.replacePushKeys(tx, {
      publicKey: keys.publicKey,
      sealedKey: sealText(deps.settings.TASKS_CLIENT_SECRET, PURPOSE, keys.privateKey),
      createdAt: deps.now().toISOString(),
    })
    return keys
  })
}

function opened({ settings }: Deps, stored: queries.StoredKeys | undefined): ServerKeys | undefined {
  if (!stored) return undefined
  try {
    const privateKey = openText(settings.TASKS_CLIENT_SECRET, PURPOSE, stored.sealedKey)
    return { publicKey: stored.publicKey, privateKey }
  } catch {
    return undefined
  }
}
