import { CurrentPasswordField } from '@atrium/ui/forms/password-field'
import { type PasswordInputProps, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { currentUserQuery } from './current-user.ts'

/** Whether the reader has a password here; people who come from a sign-in provider usually have none. */
export function useHasPassword() {
  const { data: user } = useQuery(currentUserQuery)
  return user?.capabilities.hasPassword ?? true
}

/** Asks for the reader's password. An account without one is confirmed by a sign-in of the last minutes, which the server checks. */
export function OwnConfirmation(props: PasswordInputProps) {
  const { t } = useTranslation()
  if (useHasPassword()) return <CurrentPasswordField {...props} />
  return (
    <Text size="sm" c="dimmed">
      {t('security.noPassword')}
    </Text>
  )
}
