import type { Input } from '@atrium/client/client'
import { explainAccess } from '@atrium/identity/access-control/explanation/explanation.contract'
import { itemQuery } from '../../api.ts'

export interface Question {
  userId: number
  /** From the address of the page; the server refuses an unknown one. */
  method: string
  path: string
}

type Method = Input<typeof explainAccess>['query']['method']

export function explanationQuery({ userId, method, path }: Question) {
  return {
    ...itemQuery(['explanation', userId, method, path], explainAccess, {
      query: { userId, method: method as Method, path },
    }),
    staleTime: 0,
  }
}
