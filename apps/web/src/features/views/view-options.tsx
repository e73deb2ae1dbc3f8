import type { CustomField } from '@atrium/tasks/fields/field.contract'
import { downloadTaskCsv } from '@atrium/tasks/tasks/csv/task-csv.contract'
import { IconArchive, IconArrowDown, IconArrowUp, IconDownload, IconList, IconTable } from '@atrium/ui/icons'
import { ActionIcon, Button, Group, Menu, ScrollArea, Tooltip } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { columnTitle, offeredColumns, shownColumns, toShown } from './table/shown-columns.ts'
import type { TableColumn } from './table/table-column.ts'
import { timelineGrouping } from './timeline/rows/timeline-rows.ts'
import { isGroupable } from './view/view-fields.ts'
import {
  customFieldId,
  type Grouping,
  groupings,
  hidesArchived,
  type TaskOrder,
  type TaskScope,
  usualOrder,
  type ViewState,
} from './view/view-state.ts'
import type { ViewKindName } from './view-kinds.ts'

interface ViewOptionsProps {
  kind: ViewKindName
  projectId: number | undefined
  scope: TaskScope
  customFields: CustomField[]
  state: ViewState
  onChange: (changes: Partial<ViewState>) => void
}

/** Order, groups and columns. */
export function ViewOptions({ kind, projectId, scope, customFields, state, onChange }: ViewOptionsProps) {
  const isGlobal = projectId === undefined
  const archived = (
    <ShowArchived
      isOn={!hidesArchived(state)}
      isSettled={hidesArchived({ ...state, showsArchived: false })}
      onToggle={showsArchived => onChange({ showsArchived })}
    />
  )
  if (kind === 'timeline') {
    return (
      <Group gap={4} wrap="nowrap">
        {archived}
        <GroupMenu
          groupBy={timelineGrouping(state.groupBy)}
          offered={groupings.filter(name => timelineGrouping(name) === name)}
          isGlobal={isGlobal}
          customFields={[]}
          onChange={groupBy => onChange({ groupBy })}
        />
      </Group>
    )
  }
  if (kind !== 'table') return archived
  const offered = offeredColumns(isGlobal, customFields)
  const shown = shownColumns(state.columns, isGlobal, customFields)
  return (
    <Group gap={4} wrap="nowrap">
      {archived}
      <SortMenu columns={offered} orderBy={state.orderBy} onChange={orderBy => onChange({ orderBy })} />
      <GroupMenu
        groupBy={state.groupBy}
        isGlobal={isGlobal}
        customFields={customFields}
        onChange={groupBy => onChange({ groupBy })}
      />
      <ColumnMenu
        offered={offered}
        shown={shown}
        isChosen={state.columns !== undefined}
        onChange={columns => onChange({ columns })}
      />
      <DownloadCsv address={csvAddress(scope, state.orderBy ?? usualOrder(projectId), shown)} />
    </Group>
  )
}

interface ShowArchivedProps {
  isOn: boolean
  /** Whether it decides: a filter can be about the archive. */
  isSettled: boolean
  onToggle: (isOn: boolean) => void
}

function ShowArchived({ isOn, isSettled, onToggle }: ShowArchivedProps) {
  const { t } = useTranslation()
  if (!isSettled) return null
  const label = t(isOn ? 'views.hideArchived' : 'views.showArchived')
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn ? 'light' : 'default'}
        size={30}
        aria-label={t('views.showArchived')}
        aria-pressed={isOn}
        onClick={() => onToggle(!isOn)}
      >
        <IconArchive size={15} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

function csvAddress({ archived, ...scope }: TaskScope, orderBy: TaskOrder, columns: TableColumn[]) {
  const query = {
    ...scope,
    ...(archived === false && { archived: 'false' }),
    orderBy,
    columns: columns.map(({ name }) => name).join(),
  }
  return `${downloadTaskCsv.path}?${new URLSearchParams(query)}`
}

function DownloadCsv({ address }: { address: string }) {
  const { t } = useTranslation()
  return (
    <Tooltip label={t('views.downloadCsv')}>
      <ActionIcon
        component="a"
        href={address}
        download
        variant="default"
        size={30}
        aria-label={t('views.downloadCsv')}
      >
        <IconDownload size={15} stroke={1.75} />
      </ActionIcon>
    </Tooltip>
  )
}

interface SortMenuProps {
  columns: TableColumn[]
  orderBy: TaskOrder | undefined
  onChange: (orderBy: TaskOrder | undefined) => void
}

/** The headings of the table sort, too; a phone has none. */
function SortMenu({ columns, orderBy, onChange }: SortMenuProps) {
  const { t } = useTranslation()
  const isDescending = orderBy?.startsWith('-') ?? false
  const Icon = isDescending ? IconArrowDown : IconArrowUp
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          size="xs"
          variant={orderBy ? 'light' : 'default'}
          fw={500}
          hiddenFrom="sm"
          leftSection={<Icon size={15} stroke={1.75} />}
        >
          {t('views.sort.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah="min(22rem, 60vh)" type="auto">
          {columns.map(column => {
            const { name, order } = column
            if (!order) return null
            const isOn = orderBy === order || orderBy === `-${order}`
            const next = orderBy === order ? `-${order}` : order
            return (
              <Menu.Item
                key={name}
                closeMenuOnClick={false}
                rightSection={isOn && <Icon size={14} stroke={2} />}
                onClick={() => onChange(next)}
              >
                {columnTitle(column, t)}
              </Menu.Item>
            )
          })}
        </ScrollArea.Autosize>
        {orderBy && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange(undefined)}>{t('views.sort.reset')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface GroupMenuProps {
  groupBy: Grouping
  offered?: (typeof groupings)[number][]
  isGlobal: boolean
  customFields: CustomField[]
  onChange: (groupBy: Grouping) => void
}

function GroupMenu({
  groupBy,
  offered: names = [...groupings],
  isGlobal,
  customFields,
  onChange,
}: GroupMenuProps) {
  const { t } = useTranslation()
  const offered = names.filter(name => name !== 'project' || isGlobal)
  const fields = customFields.filter(isGroupable)
  const chosen = fields.find(({ id }) => id === customFieldId(groupBy))
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <Button
          size="xs"
          variant={groupBy === 'none' ? 'default' : 'light'}
          fw={500}
          leftSection={<IconList size={15} stroke={1.75} />}
        >
          {chosen?.name ?? t(`views.group.${groupBy === 'none' ? 'label' : (groupBy as 'column')}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah="min(26rem, 60vh)" type="auto">
          <Menu.RadioGroup value={groupBy} onChange={value => onChange(value as Grouping)}>
            {offered.map(name => (
              <Menu.RadioItem key={name} value={name} closeMenuOnClick>
                {t(`views.group.${name}`)}
              </Menu.RadioItem>
            ))}
            {fields.length > 0 && <Menu.Label>{t('fields.title')}</Menu.Label>}
            {fields.map(({ id, name }) => (
              <Menu.RadioItem key={id} value={`cf${id}`} closeMenuOnClick>
                {name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}

interface ColumnMenuProps {
  offered: TableColumn[]
  shown: TableColumn[]
  /** Whether these are not the usual ones. */
  isChosen: boolean
  onChange: (columns: ViewState['columns']) => void
}

function ColumnMenu({ offered, shown, isChosen, onChange }: ColumnMenuProps) {
  const { t } = useTranslation()
  const firstCustom = offered.find(({ field }) => field)
  const toggle = (name: string, isOn: boolean) => {
    const current = shown.map(toShown)
    onChange(isOn ? [...current, { name }] : current.filter(column => column.name !== name))
  }
  return (
    <Menu position="bottom-end" width={220} closeOnItemClick={false}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          fw={500}
          visibleFrom="sm"
          leftSection={<IconTable size={15} stroke={1.75} />}
        >
          {t('views.columnMenu.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah="min(26rem, 60vh)" type="auto">
          {offered.map(column => (
            <Fragment key={column.name}>
              {column === firstCustom && <Menu.Label>{t('fields.title')}</Menu.Label>}
              {column.name !== 'title' && (
                <Menu.CheckboxItem
                  checked={shown.some(({ name }) => name === column.name)}
                  onChange={isOn => toggle(column.name, isOn)}
                >
                  {columnTitle(column, t)}
                </Menu.CheckboxItem>
              )}
            </Fragment>
          ))}
        </ScrollArea.Autosize>
        {isChosen && (
          <>
            <Menu.Divider />
            <Menu.Item onClick={() => onChange(undefined)}>{t('views.columnMenu.reset')}</Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
