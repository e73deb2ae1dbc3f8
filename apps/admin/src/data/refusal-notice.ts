import { ApiError, hasCode, hasStatus } from '@atrium/client/api-error'
import { notifyOfError, showNotice } from '@atrium/ui/feedback/notifications'
import { useTranslation } from 'react-i18next'

const aboveOwnRole = ['user_above_own_role', 'role_above_own_role', 'level_above_own_role']

/** Explains why an account or a role could not be changed, and what to do about it. */
export function useRefusalNotice() {
  const { t } = useTranslation()
  return (error: unknown) => {
    const show = (message: string) => showNotice({ color: 'red', message })
    if (hasCode(error, 'last_owner')) return show(t('users.refused.lastOwner'))
    if (aboveOwnRole.some(code => hasCode(error, code))) return show(t('users.refused.above'))
    if (hasStatus(error, 409)) return show(t('users.refused.changed'))
    if (hasStatus(error, 422)) return show(t('users.refused.gone'))
    // After a 401 the sign-in page opens anyway.
    if (!(error instanceof ApiError) || error.status !== 401) notifyOfError(error)
  }
}
