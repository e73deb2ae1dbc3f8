import { createServiceClient } from '@atrium/client/service-client'
import { getLogo, ownBranding } from '@atrium/core/branding.contract'
import { getNotices, type Notices, noNotices } from '@atrium/core/notices.contract'
import type { Logo } from '@atrium/http/app/branding'

const TIMEOUT_MS = 2000

/** The notices are kept by the identity service, which a release before 0.3.0 does not do. */
export async function readNotices(identityUrl: string): Promise<Notices> {
  const call = createServiceClient({ baseUrl: identityUrl, timeoutMs: TIMEOUT_MS })
  const { reply, status } = await call<typeof getNotices>(getNotices, {})
  if (status === 404) return noNotices
  if (!reply?.item) throw new Error(`The identity service answered ${status} without notices`)
  // A release before 0.4.0 has no branding yet.
  return { ...reply.item, branding: reply.item.branding ?? ownBranding }
}

/** The identity service keeps the logo, too. */
export async function readLogo(identityUrl: string): Promise<Logo | undefined> {
  const response = await fetch(identityUrl + getLogo.path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (response.status === 404) return undefined
  if (!response.ok) throw new Error(`The identity service answered ${response.status} without the logo`)
  return {
    type: response.headers.get('content-type') ?? '',
    content: Buffer.from(await response.arrayBuffer()),
  }
}
