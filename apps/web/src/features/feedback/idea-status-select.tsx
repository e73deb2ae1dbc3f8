import type { Idea } from '@atrium/tasks/feedback/idea.contract'
import { ColorSwatch, Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useChangeIdeaStatus } from './feedback.queries.ts'
import { ideaStatuses, statusColors } from './idea-words.ts'

export function IdeaStatusSelect({ idea }: { idea: Idea }) {
  const { t } = useTranslation()
  const { mutate } = useChangeIdeaStatus()
  return (
    <Select
      size="xs"
      w={160}
      aria-label={t('feedback.ideas.statusOf', { title: idea.title })}
      data={ideaStatuses.map(value => ({ value, label: t(`feedback.statuses.${value}`) }))}
      value={idea.status}
      onChange={status => status && mutate({ id: idea.id, status: status as Idea['status'] })}
      leftSection={<ColorSwatch size={10} color={`var(--mantine-color-${statusColors[idea.status]}-5)`} />}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
