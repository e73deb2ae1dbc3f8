import { Popover } from '@mantine/core'
import { type ComponentType, type RefCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorProps } from './cell-context.ts'
import {
  AssigneeEditor,
  ColumnEditor,
  CycleEditor,
  FieldEditor,
  PriorityEditor,
  StickerEditor,
} from './choice-editors.tsx'
import { columnTitle } from './shown-columns.ts'
import type { EditedField } from './table-column.ts'
import { DayEditor, EstimateEditor, TitleEditor } from './value-editors.tsx'

const editors: Record<EditedField, ComponentType<EditorProps>> = {
  title: TitleEditor,
  column: ColumnEditor,
  assignee: AssigneeEditor,
  cycle: CycleEditor,
  priority: PriorityEditor,
  due: props => <DayEditor field="dueDate" {...props} />,
  start: props => <DayEditor field="startDate" {...props} />,
  estimate: EstimateEditor,
  stickers: StickerEditor,
  custom: FieldEditor,
}

const WIDTH = 272
const TITLE_WIDTH = 360

interface CellEditorProps extends Omit<EditorProps, 'onDone'> {
  onClose: (isFocusReturned?: boolean) => void
}

/** One popover for the whole table, at the cell that is edited. */
export function CellEditor({ onClose, ...props }: CellEditorProps) {
  const { t } = useTranslation()
  const { editor, name } = props.column
  if (!editor) return null
  const Editor = editors[editor]
  return (
    <Popover
      opened
      onChange={opened => !opened && onClose(false)}
      position="bottom-start"
      middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
      offset={2}
      width={editor === 'title' ? TITLE_WIDTH : WIDTH}
      trapFocus
      withRoles={false}
      closeOnEscape={false}
      transitionProps={{ duration: 80 }}
    >
      <Popover.Target>
        <CellAnchor taskId={props.task.id} column={name} />
      </Popover.Target>
      <Popover.Dropdown
        p={0}
        maw="calc(100vw - 1rem)"
        role="dialog"
        aria-label={t('views.table.edit', { field: columnTitle(props.column, t), title: props.task.title })}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onClose()
        }}
      >
        <Editor {...props} onDone={() => onClose()} />
      </Popover.Dropdown>
    </Popover>
  )
}

function CellAnchor({
  taskId,
  column,
  ref,
}: {
  taskId: number
  column: string
  ref?: RefCallback<HTMLElement>
}) {
  useEffect(() => {
    const cell = `[data-task="${taskId}"] [data-cell="${column}"]`
    // Grouped by a list of several options, the same task can be in several rows.
    const active = document.querySelector<HTMLElement>(`${cell}[tabindex="0"]`)
    ref?.(active ?? document.querySelector<HTMLElement>(cell))
  }, [ref, taskId, column])
  return null
}
