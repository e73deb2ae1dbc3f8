import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function TwoFactorBadge({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation()
  return (
    <Badge size="lg" color={isOn ? 'teal' : 'gray'} miw="max-content">
      {t(isOn ? 'security.twoFactor.on' : 'security.twoFactor.off')}
    </Badge>
  )
}
