import { mustSetUpTwoFactor } from '#access-control/second-factor.queries.ts'
import { twoFactorRoles } from '#settings.ts'
import { type Interaction, sessionOf } from './interaction.ts'

/** The setup of the second factor that the user's role requires (decision 36). */
export const secondFactor: Interaction = {
  name: 'second-factor',
  error: 'interaction_required',
  reasons: async visit => {
    const { db, settings } = visit.deps
    const isMissing = await mustSetUpTwoFactor(db, twoFactorRoles(settings), sessionOf(visit).userId)
    return isMissing ? ['required_by_role'] : []
  },
  show: ({ reply, authorization }) => {
    const query = new URLSearchParams({ wanted: String(new URLSearchParams(authorization.parameters)) })
    return reply.header('cache-control', 'no-store').redirect(`/account/security?${query}`, 302)
  },
}
