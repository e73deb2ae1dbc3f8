import type { Deps } from '#deps.ts'

interface SignIn {
  isRight: boolean
  userId: number | undefined
  address: string
  factor?: 'code' | 'passkey'
}

/** What was typed for an unknown account is left out: people type their passwords there too. */
export function recordSignIn({ auditSignIn, now }: Deps, { isRight, userId, address, factor }: SignIn) {
  const subject = userId === undefined ? {} : { subjectType: 'user' as const, subjectId: userId }
  const action = isRight ? 'sign-in.succeeded' : 'sign-in.failed'
  const actorId = isRight && userId !== undefined ? userId : null
  const details = factor && { factor }
  return auditSignIn({ at: now().toISOString(), action, actorId, address, details, ...subject })
}
