import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { IconList } from '@atrium/ui/icons'
import { Button, Menu, ScrollArea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { groupingNamed, offeredGroupings } from '../board/lane-grouping.ts'

interface LaneMenuProps {
  customFields: FullBoard['customFields']
  name: string | undefined
  onChange: (name: string | undefined) => void
  onCollapseAll: () => void
  onExpandAll: () => void
}

const NO_LANES = ''

/** What the rows of the board stand for. */
export function LaneMenu({ customFields, name, onChange, onCollapseAll, onExpandAll }: LaneMenuProps) {
  const { t } = useTranslation()
  const offered = offeredGroupings(customFields).map(({ name, grouping }) => ({
    name,
    label:
      grouping.by === 'field'
        ? t('lanes.by.field', { name: grouping.field.name })
        : t(`lanes.by.${grouping.by}`),
  }))
  const isOn = groupingNamed(name, customFields) !== undefined
  const current = offered.find(each => each.name === name)
  return (
    <Menu position="bottom-end" shadow="md" width={230}>
      <Menu.Target>
        <Button
          size="xs"
          variant={isOn ? 'light' : 'default'}
          fw={500}
          maw={220}
          flex="none"
          ms="auto"
          leftSection={<IconList size={15} stroke={1.75} />}
          aria-label={current ? t('lanes.grouped', { by: current.label }) : undefined}
        >
          {current?.label ?? t('lanes.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="auto">
          <Menu.RadioGroup value={current?.name ?? NO_LANES} onChange={value => onChange(value || undefined)}>
            <Menu.RadioItem value={NO_LANES}>{t('lanes.none')}</Menu.RadioItem>
            {offered.map(({ name, label }) => (
              <Menu.RadioItem key={name} value={name}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </ScrollArea.Autosize>
        {isOn && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={onCollapseAll}>{t('lanes.collapseAll')}</Menu.Item>
            <Menu.Item onClick={onExpandAll}>{t('lanes.expandAll')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
