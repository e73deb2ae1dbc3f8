import { Conflict } from '@atrium/core/errors'
import type { Actor } from '#access-control/actor.ts'
import { mustSetUpTwoFactor } from '#access-control/second-factor.queries.ts'
import type { Database } from '#database.ts'
import type { Deps } from '#deps.ts'
import { twoFactorRoles } from '#settings.ts'

/**
 * Asked when one is gone. Nobody gives up their own last second factor while their role needs one; taken away from
 * somebody who has lost their device, it has to be set up anew at their next sign-in.
 */
export async function keepSecondFactor({ settings }: Deps, tx: Database, actor: Actor, userId: number) {
  if (actor.id !== userId || !(await mustSetUpTwoFactor(tx, twoFactorRoles(settings), userId))) return
  throw new Conflict('Your role needs a second factor, and this is your last one; set up another one first')
}
