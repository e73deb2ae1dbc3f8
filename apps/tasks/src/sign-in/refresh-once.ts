import type { Deps } from '#deps.ts'
import type { Tokens } from './identity-client.ts'

const underWay = new Map<string, Promise<Tokens | undefined>>()

/** One refresh per refresh token at a time; whoever comes meanwhile waits for the same answer. */
export function refreshOnce({ identity }: Deps, refreshToken: string): Promise<Tokens | undefined> {
  const running = underWay.get(refreshToken)
  if (running) return running
  const refresh = identity.refresh(refreshToken).finally(() => underWay.delete(refreshToken))
  underWay.set(refreshToken, refresh)
  return refresh
}
