import { inTransaction } from '@atrium/database/transaction'
import type { Deps } from '#deps.ts'
import { type Holder, issueFamily, type Proven } from './issue-tokens.ts'
import { rememberBrowser } from './known-browser.queries.ts'
import { browserOf, type Visitor } from './visitor.ts'

const REMEMBERED_ANEW_MS = 30 * 86_400_000

interface SignIn extends Holder, Proven {
  userId: number
  visitor: Visitor
}

/** The tokens of somebody who has just shown who they are, with a letter if they come with a browser that is new. */
export async function signInUser(deps: Deps, signIn: SignIn) {
  const { tokens, browserSeenAt } = await issueFamily(deps, deps.db, signIn)
  const age =
    browserSeenAt === null ? Number.POSITIVE_INFINITY : deps.now().getTime() - Date.parse(browserSeenAt)
  if (age > REMEMBERED_ANEW_MS) await tellOfNewBrowser(deps, signIn)
  return tokens
}

/** Remembered with its letter or not at all: should this fail, the next sign-in tells of it. */
function tellOfNewBrowser(deps: Deps, { userId, visitor }: SignIn) {
  const at = deps.now().toISOString()
  return inTransaction(deps, async (tx, emit) => {
    const { isNew, hasOthers } = await rememberBrowser(tx, userId, browserOf(visitor), at)
    if (isNew && hasOthers) await emit({ type: 'SignedInFromNewBrowser', userId, at, ...visitor })
  })
}
