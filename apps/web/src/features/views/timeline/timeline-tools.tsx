import { MAX_SCHEDULED } from '@atrium/tasks/tasks/schedule/task-schedule.contract'
import { IconButton } from '@atrium/ui/icon-button'
import { IconMinus, IconPlus } from '@atrium/ui/icons'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { Button, Group, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PAGE_SIZE } from '../view/view-state.ts'
import { type ScaleName, scaleNames, stepScale } from './axis/time-scale.ts'
import classes from './timeline.module.css'

interface TimelineToolsProps {
  scaleName: ScaleName
  onScale: (name: ScaleName) => void
  onZoom: (step: number) => void
  onToday: () => void
}

/** What is shown of time: today, more or less of it. */
export function TimelineTools({ scaleName, onScale, onZoom, onToday }: TimelineToolsProps) {
  const { t } = useTranslation()
  useShortcuts(
    [
      { keys: ['+', '='], description: t('timeline.zoomIn'), run: () => onZoom(-1) },
      { keys: '-', description: t('timeline.zoomOut'), run: () => onZoom(1) },
    ],
    { title: t('timeline.keys.title') },
  )
  const canZoom = (step: number) => stepScale(scaleName, step) !== scaleName
  return (
    <div className={classes.tools}>
      <Button size="xs" variant="default" fw={500} onClick={onToday}>
        {t('timeline.today')}
      </Button>
      <SegmentedControl
        size="xs"
        visibleFrom="sm"
        aria-label={t('timeline.scale')}
        value={scaleName}
        onChange={name => onScale(name as ScaleName)}
        data={scaleNames.map(name => ({ value: name, label: t(`timeline.scales.${name}`) }))}
      />
      <Group gap={4} wrap="nowrap">
        <IconButton
          icon={IconMinus}
          label={t('timeline.zoomOut')}
          variant="default"
          size={30}
          disabled={!canZoom(1)}
          onClick={() => onZoom(1)}
        />
        <IconButton
          icon={IconPlus}
          label={t('timeline.zoomIn')}
          variant="default"
          size={30}
          disabled={!canZoom(-1)}
          onClick={() => onZoom(-1)}
        />
      </Group>
    </div>
  )
}

interface TimelineFooterProps {
  loaded: { tasks: unknown[]; hasMore: boolean; hasMoreUndated: boolean }
}

/** How many tasks there are, and what is left out. */
export function TimelineFooter({ loaded: { tasks, hasMore, hasMoreUndated } }: TimelineFooterProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.footer}>
      <span role="status">{t('views.sums.count', { count: tasks.length })}</span>
      {hasMore && <span>{t('timeline.more', { count: MAX_SCHEDULED })}</span>}
      {hasMoreUndated && <span>{t('timeline.moreUndated', { count: PAGE_SIZE })}</span>}
    </div>
  )
}
