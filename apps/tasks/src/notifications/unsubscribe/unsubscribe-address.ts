import { openText, sealText } from '@atrium/core/sealed-text'
import type { Settings } from '#settings.ts'
import { unsubscribe } from './unsubscribe.contract.ts'

const PURPOSE = 'unsubscribe from notification emails'

/** The headers by which mail programs offer to unsubscribe with one click: RFC 2369 §3.2, RFC 8058. */
export function unsubscribeHeaders(settings: Settings, userId: number) {
  return {
    'List-Unsubscribe': `<${unsubscribeAddress(settings, userId)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

function unsubscribeAddress({ TASKS_URL, TASKS_CLIENT_SECRET }: Settings, userId: number) {
  const sealed = sealText(TASKS_CLIENT_SECRET, PURPOSE, String(userId))
  const token = Buffer.from(sealed, 'base64').toString('base64url')
  return `${TASKS_URL}${unsubscribe.path}?token=${token}`
}

/** Undefined unless the token is one of ours. It never expires: people unsubscribe from old emails, too. */
export function readUnsubscribeToken({ TASKS_CLIENT_SECRET }: Settings, token: string) {
  try {
    return Number(openText(TASKS_CLIENT_SECRET, PURPOSE, token))
  } catch {
    return undefined
  }
}
