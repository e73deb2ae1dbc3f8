import { DateText } from '@atrium/ui/date-text'
import { IconRestore, IconTrash } from '@atrium/ui/icons'
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './member-row.module.css'

interface TrashRowProps {
  title: string
  /** What is known of it beside its title and when it was deleted. */
  facts: string
  deletedAt?: string | null
  /** Why it cannot be brought back just so. */
  note?: string
  isBusy: boolean
  onRestore?: () => void
  onRemove?: () => void
}

export function TrashRow({ title, facts, deletedAt, note, isBusy, onRestore, onRemove }: TrashRowProps) {
  const { t } = useTranslation()
  return (
    <li className={classes.row}>
      <div className={classes.who}>
        <div style={{ minWidth: 0 }}>
          <Text fw={600} lineClamp={2}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {facts}
            {deletedAt && (
              <>
                {' · '}
                {t('projects.trash.deleted')} <DateText value={deletedAt} />
              </>
            )}
            {note && ` · ${note}`}
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
