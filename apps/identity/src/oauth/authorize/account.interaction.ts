import { languageOf } from '@atrium/core/language'
import { sendPage } from '@atrium/http/pages/page'
import { getUser } from '#users/user.queries.ts'
import { nameOnPages } from '../clients/foreign-client.ts'
import { afterSignIn } from '../openid/openid-request.ts'
import { accountPage } from './account-page.ts'
import { authorizeAddress } from './authorize-address.ts'
import { type Interaction, sessionOf } from './interaction.ts'

/** `prompt=select_account`: the account of this browser, or another one. */
export const account: Interaction = {
  name: 'account',
  error: 'interaction_required',
  reasons: ({ authorization, completed }) => {
    const isAsked = authorization.openId?.prompts.includes('select_account') === true
    return isAsked && !completed.includes(account.name) ? ['prompt'] : []
  },
  show: async visit => {
    const { deps, reply, authorization } = visit
    const { name, surname, email } = await getUser(deps.db, sessionOf(visit).userId)
    const rest = afterSignIn(authorization.parameters)
    const page = accountPage({
      language: languageOf(reply.request),
      applicationName: nameOnPages(deps, authorization.client),
      account: { name: `${name} ${surname}`, email },
      continueAddress: authorizeAddress(rest),
      otherAddress: authorizeAddress({ ...rest, prompt: [rest.prompt ?? '', 'login'].join(' ').trim() }),
    })
    return sendPage(reply, page)
  },
}
