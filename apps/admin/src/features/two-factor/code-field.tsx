import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function CodeField({ error, autoFocus = false, ...props }: TextInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      error={error && t('security.twoFactor.wrongCode')}
      required
      maxLength={40}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus}
      data-autofocus={autoFocus || undefined}
      {...props}
    />
  )
}
