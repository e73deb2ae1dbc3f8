import { Forbidden } from '@atrium/core/errors'
import { mustUsePasskey } from '#access-control/second-factor.queries.ts'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'

/** The password was right, and yet it is too little for the user's role (decision 36). */
export class PasskeyRequired extends Forbidden {
  constructor() {
    super('Your role needs a second factor: sign in with your passkey', {
      details: { error: 'passkey_required' },
    })
  }
}

export async function refusePasswordAlone({ db, settings }: Deps, userId: number) {
  if (await mustUsePasskey(db, twoFactorRoles(settings), userId)) throw new PasskeyRequired()
}

export function refuseUnverified(
  { settings }: Deps,
  { emailVerifiedAt }: { emailVerifiedAt: string | null },
) {
  if (!settings.REQUIRE_VERIFIED_EMAIL || emailVerifiedAt) return
  throw new Forbidden('Confirm your e-mail address first: the link is in the mail that we sent you')
}
