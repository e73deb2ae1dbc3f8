import type { Passkey } from '@atrium/identity/sign-in/passkeys/passkey.contract'
import * as contracts from '@atrium/identity/sign-in/passkeys/passkey.contract'
import { conflictsAreExplained } from '@atrium/ui/query-client'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, itemsQuery } from '../../api.ts'
import { currentUserQuery } from '../../data/current-user.ts'

// More than a user can have.
const limit = 100

export function passkeysQuery(userId: number) {
  return itemsQuery(['passkeys', userId], contracts.listPasskeys, {
    params: { id: userId },
    query: { limit },
  })
}

interface CreatedPasskey {
  challengeToken: string
  response: RegistrationResponseJSON
}

/** Creates a passkey in the browser and saves it at once, so that no authenticator keeps one that the server does not know. */
export function useAddPasskey(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    gcTime: 0,
    meta: { showsOwnErrors: true },
    mutationFn: async ({ currentPassword, name }: { currentPassword: string; name: string }) => {
      const created = await createPasskey(userId, currentPassword)
      return (await api(contracts.addPasskey, { params: { id: userId }, body: { ...created, name } })).item
    },
    onSuccess: refresh,
    onError: error => {
      if (!(error instanceof PasskeyProblem)) conflictsAreExplained.onError(error)
    },
  })
}

async function createPasskey(userId: number, currentPassword: string): Promise<CreatedPasskey> {
  const { item } = await api(contracts.startPasskey, { params: { id: userId }, body: { currentPassword } })
  const optionsJSON = item.options as unknown as PublicKeyCredentialCreationOptionsJSON
  try {
    return { challengeToken: item.challengeToken, response: await startRegistration({ optionsJSON }) }
  } catch (error) {
    throw new PasskeyProblem(kindOf(error))
  }
}

type ProblemKind = 'cancelled' | 'known' | 'failed'

/** Why the browser did not create a passkey. */
export class PasskeyProblem extends Error {
  readonly kind: ProblemKind

  constructor(kind: ProblemKind) {
    super(`The passkey was not created: ${kind}`)
    this.kind = kind
  }
}

/** Browsers report a cancelled prompt and a timeout in the same way. */
function kindOf(error: unknown): ProblemKind {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
    return 'known'
  const name = error instanceof Error ? error.name : ''
  return ['NotAllowedError', 'AbortError'].includes(name) ? 'cancelled' : 'failed'
}

export function useRenamePasskey(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    mutationFn: ({ id, name }: Pick<Passkey, 'id' | 'name'>) =>
      api(contracts.renamePasskey, { params: { id: userId, passkeyId: id }, body: { name } }),
    onSuccess: refresh,
  })
}

export function useRemovePasskey(userId: number) {
  const refresh = useRefresh(userId)
  return useMutation({
    ...conflictsAreExplained,
    mutationFn: (passkeyId: number) => api(contracts.removePasskey, { params: { id: userId, passkeyId } }),
    onSettled: refresh,
  })
}

/** The current user has the information whether a second factor must be set up. */
function useRefresh(userId: number) {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['passkeys', userId] })
    void queryClient.invalidateQueries(currentUserQuery)
  }
}
