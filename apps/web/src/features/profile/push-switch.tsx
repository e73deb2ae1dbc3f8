import { Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { canPush, pushQuery, useSwitchPush } from './push-subscription.ts'

/** Push notifications of this browser, whichever way emails are sent. */
export function PushSwitch() {
  const { t } = useTranslation()
  const isSupported = canPush()
  const { data } = useQuery({ ...pushQuery, enabled: isSupported })
  const change = useSwitchPush()
  const isOn = change.isPending ? change.variables : (data?.isOn ?? false)
  const note = !isSupported ? 'unsupported' : data?.isBlocked ? 'blocked' : 'text'
  return (
    <Switch
      mt="xl"
      label={t('connections.push.label')}
      description={t(`connections.push.${note}`)}
      checked={isOn}
      disabled={note !== 'text' || !data || change.isPending}
      onChange={event => change.mutate(event.currentTarget.checked)}
    />
  )
}
