import { setTimeout as sleep } from 'node:timers/promises'
import { requestTokens } from '../people.ts'
import type { Activity } from './activity.ts'

const RETRY_PAUSE_MS = 250

export const signInActivities: Activity[] = [
  { name: 'sign in', weight: 1, run: ({ person }) => person.signIn() },
  {
    name: 'refresh tokens',
    weight: 2,
    /** A lost answer is asked for again with the same token, as every OAuth client does. */
    run: async ({ office, person }) => {
      const grant = { grant_type: 'refresh_token', refresh_token: person.refreshToken }
      for (;;) {
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
    },
  },
]
