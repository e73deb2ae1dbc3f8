import { IconButton } from '@atrium/ui/icon-button'
import { IconCalendarOff, IconCalendarShare, IconChevronLeft, IconChevronRight } from '@atrium/ui/icons'
import { Badge, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { CalendarFeedsDialog } from '../../../calendar-feeds/lazy-calendar-feeds.tsx'
import { useCalendar } from './calendar-context.ts'
import { type CalendarScale, stepFrom } from './calendar-days.ts'
import classes from './task-calendar.module.css'

interface CalendarHeaderProps {
  scale: CalendarScale
  date: string
  title: string
  onScale: (scale: CalendarScale) => void
  onDate: (day: string) => void
  /** How many tasks have no date, as far as known. */
  undatedCount: number | undefined
  isUndatedOpen: boolean
  onToggleUndated: () => void
  /** The saved view that is shown. */
  viewId: number | undefined
}

export function CalendarHeader(props: CalendarHeaderProps) {
  const { scale, date, title, onScale, onDate, undatedCount, isUndatedOpen, onToggleUndated } = props
  const { t } = useTranslation()
  const { today, projectId } = useCalendar()
  const [isOpen, dialog] = useDisclosure()
  return (
    <div className={classes.header}>
      <Group gap={4} wrap="nowrap">
        <IconButton
          icon={IconChevronLeft}
          label={t(`calendar.previous.${scale}`)}
          variant="default"
          size={30}
          onClick={() => onDate(stepFrom(date, scale, -1))}
        />
        <IconButton
          icon={IconChevronRight}
          label={t(`calendar.next.${scale}`)}
          variant="default"
          size={30}
          onClick={() => onDate(stepFrom(date, scale, 1))}
        />
        <Button size="xs" variant="default" fw={500} onClick={() => onDate(today)}>
          {t('calendar.today')}
        </Button>
      </Group>
      <Text component="h2" className={classes.title} aria-live="polite">
        {title}
      </Text>
      <Group gap={6} wrap="nowrap" className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('calendar.scale.label')}
          value={scale}
          onChange={value => onScale(value as CalendarScale)}
          data={[
            { value: 'month', label: t('calendar.scale.month') },
            { value: 'week', label: t('calendar.scale.week') },
          ]}
        />
        <Button
          size="xs"
          variant={isUndatedOpen ? 'light' : 'default'}
          fw={500}
          aria-expanded={isUndatedOpen}
          leftSection={<IconCalendarOff size={15} stroke={1.75} />}
          rightSection={
            undatedCount !== undefined && undatedCount > 0 ? (
              <Badge size="sm" variant="light" color="gray" circle={undatedCount < 10}>
                {undatedCount}
              </Badge>
            ) : undefined
          }
          onClick={onToggleUndated}
        >
          {t('calendar.undated.title')}
        </Button>
        <IconButton
          icon={IconCalendarShare}
          iconSize={16}
          size={30}
          variant="default"
          label={t('connections.feeds.menu')}
          tooltip={t('connections.feeds.menu')}
          onClick={dialog.open}
        />
        <CalendarFeedsDialog
          projectId={projectId}
          viewId={props.viewId}
          isOpen={isOpen}
          onClose={dialog.close}
        />
      </Group>
    </div>
  )
}
