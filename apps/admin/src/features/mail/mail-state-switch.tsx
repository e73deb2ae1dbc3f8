import { SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type MailState, mailCountsQuery, mailStates } from './mail-job.queries.ts'

interface MailStateSwitchProps {
  state: MailState
  onChange: (state: MailState) => void
}

export function MailStateSwitch({ state, onChange }: MailStateSwitchProps) {
  const { t } = useTranslation()
  const { data: counts } = useQuery(mailCountsQuery)
  const label = (each: MailState) =>
    [t(`mail.states.${each}`), counts && `(${counts[each]})`].filter(Boolean).join(' ')
  return (
    <SegmentedControl
      aria-label={t('mail.state')}
      data={mailStates.map(value => ({ value, label: label(value) }))}
      value={state}
      onChange={onChange}
      style={{ alignSelf: 'flex-start' }}
    />
  )
}
