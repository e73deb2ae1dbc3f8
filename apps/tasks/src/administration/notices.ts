import { getNotices, type Notices, noNotices } from '@atrium/core/notices.contract'

const TIMEOUT_MS = 2000

/** The notices are kept by the identity service, which a release before 0.3.0 does not do. */
export async function readNotices(identityUrl: string): Promise<Notices> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(identityUrl + getNotices.path, { signal, redirect: 'manual' })
  if (response.status === 404) return noNotices
  if (!response.ok) throw new Error(`The identity service answered ${response.status}`)
  const { item } = (await response.json()) as { item?: Notices }
  if (!item) throw new Error('The identity service answered without notices')
  return item
}
