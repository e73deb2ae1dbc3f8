import type { MailJobList, MailService } from '@atrium/identity/mail/mail-job.contract'
import { Group, SegmentedControl, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type MailState, mailServices, mailStates } from './mail-job.queries.ts'

interface MailFilterBarProps {
  state: MailState
  service: MailService | undefined
  /** The latest answer, if there is one. */
  jobs: MailJobList | undefined
  onChange: (changes: { state?: MailState; service?: MailService | undefined }) => void
}

const ALL = 'all'

export function MailFilterBar({ state, service, jobs, onChange }: MailFilterBarProps) {
  const { t } = useTranslation()
  const countOf = ({ waiting, running, failed }: MailJobList['counts']) => ({
    all: waiting + running + failed,
    waiting,
    failed,
  })
  const label = (each: MailState) =>
    [t(`mail.states.${each}`), jobs && `(${countOf(jobs.counts)[each]})`].filter(Boolean).join(' ')
  const hasOneService = jobs?.missing.some(({ reason }) => reason === 'not_configured')
  return (
    <Group gap="sm">
      <SegmentedControl
        aria-label={t('mail.state')}
        data={mailStates.map(value => ({ value, label: label(value) }))}
        value={state}
        onChange={value => onChange({ state: value as MailState })}
      />
      {!hasOneService && (
        <Select
          aria-label={t('mail.service')}
          data={[
            { value: ALL, label: t('mail.allServices') },
            ...mailServices.map(value => ({ value, label: t(`mail.services.${value}`) })),
          ]}
          value={service ?? ALL}
          onChange={value => onChange({ service: mailServices.find(each => each === value) })}
          allowDeselect={false}
        />
      )}
    </Group>
  )
}
