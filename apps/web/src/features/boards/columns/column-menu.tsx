import type { FullBoard } from '@atrium/tasks/boards/full-board.contract'
import { MAX_BULK_TASKS } from '@atrium/tasks/tasks/bulk/bulk.contract'
import { lazyDialog } from '@atrium/ui/dialogs/lazy-dialog'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconArchive,
  IconArrowLeft,
  IconArrowRight,
  IconCheck,
  IconClock,
  IconDots,
  IconEdit,
  IconGauge,
  IconPlus,
  IconTemplate,
  IconTrash,
} from '@atrium/ui/icons'
import { MenuItem } from '@atrium/ui/menu-item'
import { Menu } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BoardColumn, isArchived } from '../../../data/boards/board-cache.ts'
import { useBulkChange } from '../../../data/tasks/bulk-change.tsx'
import { TaskFromTemplateDialog } from '../../../templates/lazy-templates.tsx'
import { useOrderColumns } from '../board/board.queries.ts'
import { useBoard } from '../board/board-context.ts'
import { useDoneToggle } from './use-done-toggle.tsx'

const WipLimitDialog = lazyDialog(async () => (await import('./column-dialogs.tsx')).WipLimitDialog)
const ArchiveDialog = lazyDialog(async () => (await import('./column-dialogs.tsx')).ArchiveDialog)
const DeleteColumnDialog = lazyDialog(async () => (await import('./column-dialogs.tsx')).DeleteColumnDialog)

interface ColumnMenuProps {
  column: BoardColumn
  columns: FullBoard['columns']
  onRename: () => void
  onAdd: () => void
}

const icon = { size: 16, stroke: 1.75 }
/** So that its label is aligned with those of the other items. */
const likeIcons = { width: 16, height: 16, marginInlineEnd: 'var(--mantine-spacing-xs)' }

export function ColumnMenu({ column, columns, onRename, onAdd }: ColumnMenuProps) {
  const { t } = useTranslation()
  const order = useOrderColumns(column.boardId)
  const done = useDoneToggle(column, columns)
  const { projectId } = useBoard()
  const [asking, setAsking] = useState<'limit' | 'archive' | 'delete' | 'template' | null>(null)
  const at = columns.findIndex(({ id }) => id === column.id)
  const moveBy = (step: number) => {
    const others = columns.flatMap(({ id }) => (id === column.id ? [] : [id]))
    order.mutate(others.toSpliced(at + step, 0, column.id))
  }
  return (
    <>
      <Menu position="bottom-end" shadow="md" width={250}>
        <Menu.Target>
          <IconButton
            icon={IconDots}
            label={t('boards.column.menu', { title: column.title })}
            c="dimmed"
            size="sm"
          />
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem icon={IconPlus} label={t('boards.column.addAtTop')} onClick={onAdd} />
          <MenuItem
            icon={IconTemplate}
            label={t('templates.use.menu')}
            onClick={() => setAsking('template')}
          />
          <MenuItem icon={IconEdit} label={t('boards.column.rename')} onClick={onRename} />
          <MenuItem icon={IconGauge} label={t('boards.column.setLimit')} onClick={() => setAsking('limit')} />
          <Menu.CheckboxItem
            checked={column.isDone}
            checkIcon={<IconCheck {...icon} />}
            closeMenuOnClick
            styles={{ itemIndicator: likeIcons }}
            onChange={done.toggle}
          >
            {t('boards.column.isDone')}
          </Menu.CheckboxItem>
          {column.isDone && <ArchiveItems column={column} onSet={() => setAsking('archive')} />}
          <Menu.Divider />
          <MenuItem
            icon={IconArrowLeft}
            label={t('boards.column.moveLeft')}
            disabled={at === 0}
            onClick={() => moveBy(-1)}
          />
          <MenuItem
            icon={IconArrowRight}
            label={t('boards.column.moveRight')}
            disabled={at === columns.length - 1}
            onClick={() => moveBy(1)}
          />
          <Menu.Divider />
          <MenuItem
            icon={IconTrash}
            label={t('actions.delete')}
            isDangerous
            disabled={columns.length === 1}
            onClick={() => setAsking('delete')}
          />
        </Menu.Dropdown>
      </Menu>
      <WipLimitDialog column={column} isOpen={asking === 'limit'} onClose={() => setAsking(null)} />
      <ArchiveDialog column={column} isOpen={asking === 'archive'} onClose={() => setAsking(null)} />
      <TaskFromTemplateDialog
        projectId={projectId}
        place={{ columnId: column.id }}
        isOpen={asking === 'template'}
        onClose={() => setAsking(null)}
      />
      {done.question}
      <DeleteColumnDialog
        column={column}
        columns={columns}
        isOpen={asking === 'delete'}
        onClose={() => setAsking(null)}
      />
    </>
  )
}

/** Puts the completed tasks of the column out of the way, now or after some time. */
function ArchiveItems({ column, onSet }: { column: BoardColumn; onSet: () => void }) {
  const { t } = useTranslation()
  const { mutate } = useBulkChange()
  const shown = column.tasks.filter(card => !isArchived(card)).slice(0, MAX_BULK_TASKS)
  const archiveAll = () =>
    mutate({
      ids: shown.map(({ id }) => id),
      change: { isArchived: true },
      titles: new Map(shown.map(({ id, title }) => [id, title])),
    })
  return (
    <>
      <MenuItem
        icon={IconArchive}
        label={t('boards.archive.all')}
        disabled={shown.length === 0}
        onClick={archiveAll}
      />
      <MenuItem icon={IconClock} label={t('boards.archive.menu')} onClick={onSet} />
    </>
  )
}
