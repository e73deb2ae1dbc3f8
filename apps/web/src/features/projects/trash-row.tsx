import type { Task } from '@atrium/tasks/tasks/task.schema'
import { DateText } from '@atrium/ui/date-text'
import { IconRestore, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './member-row.module.css'

interface TrashRowProps {
  task: Task
  isBusy: boolean
  onRestore?: () => void
  onRemove?: () => void
}

export function TrashRow({ task, isBusy, onRestore, onRemove }: TrashRowProps) {
  const { t } = useTranslation()
  const { title, number, deletedAt } = task
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <div style={{ minWidth: 0 }}>
          <Text fw={600} lineClamp={2}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            #{number}
            {deletedAt && (
              <>
                {' · '}
                {t('projects.trash.deleted')} <DateText value={deletedAt} />
              </>
            )}
          </Text>
        </div>
      </div>
      <Group gap="xs" wrap="nowrap">
        {onRestore && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRestore size={16} stroke={1.75} />}
            loading={isBusy}
            onClick={onRestore}
            aria-label={t('projects.trash.restoreOne', { title })}
          >
            {t('projects.trash.restore')}
          </Button>
        )}
        {onRemove && (
          <ActionIcon
            variant="subtle"
            color="red"
            onClick={onRemove}
            aria-label={t('projects.trash.removeOne', { title })}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        )}
      </Group>
    </li>
  )
}
