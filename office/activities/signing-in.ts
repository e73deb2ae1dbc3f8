import { setTimeout as sleep } from 'node:timers/promises'
import { passwordGrant, requestTokens } from '../people.ts'
import type { Activity } from './activity.ts'

const RETRY_PAUSE_MS = 250
/** How long an answer is asked for. */
const PATIENCE_MS = 5000

export const signInActivities: Activity[] = [
  { name: 'sign in', weight: 1, run: ({ person }) => person.signIn() },
  {
    name: 'refresh tokens',
    weight: 2,
    /**
     * Repeats a lost request with the same token, as every OAuth client does. A person who gets no answer for
     * `PATIENCE_MS` gives up and signs in again next time.
     */
    run: async ({ office, person }) => {
      const { refreshToken } = person
      const grant = refreshToken
        ? { grant_type: 'refresh_token', refresh_token: refreshToken }
        : passwordGrant(person)
      const giveUpAt = performance.now() + PATIENCE_MS
      while (performance.now() < giveUpAt) {
        const sentAt = office.attempts.length
        try {
          person.refreshToken = await requestTokens(office.premises, grant, person.fetch)
          return
        } catch (error) {
          if (/^4\d\d /.test((error as Error).message)) throw error
          if (office.attempts.length === sentAt) throw error
          await sleep(RETRY_PAUSE_MS)
        }
      }
      person.refreshToken = undefined
    },
  },
]
