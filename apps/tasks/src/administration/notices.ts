import { createServiceClient } from '@atrium/client/service-client'
import { getNotices, type Notices, noNotices } from '@atrium/core/notices.contract'

const TIMEOUT_MS = 2000

/** The notices are kept by the identity service, which a release before 0.3.0 does not do. */
export async function readNotices(identityUrl: string): Promise<Notices> {
  const call = createServiceClient({ baseUrl: identityUrl, timeoutMs: TIMEOUT_MS })
  const { reply, status } = await call<typeof getNotices>(getNotices, {})
  if (status === 404) return noNotices
  if (!reply?.item) throw new Error(`The identity service answered ${status} without notices`)
  return reply.item
}
