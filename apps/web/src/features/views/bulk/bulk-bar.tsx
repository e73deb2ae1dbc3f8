import { type BulkChange, MAX_BULK_TASKS } from '@atrium/tasks/tasks/bulk/bulk.contract'
import { IconButton } from '@atrium/ui/icon-button'
import {
  IconArrowsRightLeft,
  IconCalendarDue,
  IconChevronUp,
  IconDots,
  IconTag,
  IconUserCircle,
  IconX,
} from '@atrium/ui/icons'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { Button, Kbd, Popover, Progress, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBulkChange } from '../../../data/tasks/bulk-change.tsx'
import { SelectAll, useSelectedTasks } from '../view/select-all.tsx'
import type { TaskViewProps } from '../view/task-view.ts'
import { usualOrder } from '../view/view-state.ts'
import classes from './bulk-bar.module.css'
import { BulkEditor } from './bulk-editors.tsx'
import type { EditorName } from './more-editors.tsx'

const WIDTH = 272
const SLOW_MS = 1000

const buttons = [
  { name: 'assignee', key: 'a', icon: IconUserCircle },
  { name: 'priority', key: 'p', icon: IconChevronUp },
  { name: 'due', key: 'd', icon: IconCalendarDue },
  { name: 'stickers', key: 'l', icon: IconTag },
  { name: 'move', key: 'm', icon: IconArrowsRightLeft },
  { name: 'more', key: '.', icon: IconDots },
] as const satisfies {
  name: EditorName
  key: string
  icon: ComponentType<{ size: number; stroke: number }>
}[]

type ButtonName = (typeof buttons)[number]['name']

interface BulkBarProps
  extends Pick<TaskViewProps, 'projectId' | 'scope' | 'state' | 'customFields' | 'mayWrite' | 'selection'> {}

/** What can be done with the selected tasks. */
export function BulkBar({ projectId, scope, state, customFields, mayWrite, selection }: BulkBarProps) {
  const { t } = useTranslation()
  const [editor, setEditor] = useState<EditorName>()
  const tasks = useSelectedTasks(selection)
  const { mutate, isPending } = useBulkChange()
  const [isSlow] = useDebouncedValue(isPending, isPending ? SLOW_MS : 0)
  const count = selection.ids.size
  const close = () => setEditor(undefined)
  const change = (wanted: BulkChange) => {
    const titles = new Map(tasks.map(({ id, title }) => [id, title]))
    mutate({ ids: [...selection.ids], change: wanted, titles })
    if (wanted.isDeleted) selection.clear()
  }
  const isTooMany = count > MAX_BULK_TASKS
  const isWritable = !isTooMany && tasks.some(task => mayWrite(task.projectId))
  useBulkKeys({ isOn: isWritable && !isPending, open: setEditor, change, clear: selection.clear, editor })

  const anchorOf = (name: EditorName): ButtonName =>
    buttons.find(button => button.name === name)?.name ?? 'more'
  return (
    <section className={classes.bar} aria-label={t('bulk.label')}>
      {isPending && isSlow && (
        <Progress className={classes.progress} size="xs" value={100} striped animated aria-hidden />
      )}
      <div className={classes.count}>
        <span role="status">
          {isPending && isSlow ? t('bulk.working', { count }) : t('bulk.selected', { count })}
        </span>
        <SelectAll selection={selection} scope={scope} orderBy={state.orderBy ?? usualOrder(projectId)} />
        <IconButton
          icon={IconX}
          label={t('bulk.clear')}
          tooltip={t('bulk.clear')}
          size={28}
          onClick={selection.clear}
        />
      </div>
      {isTooMany && (
        <Text size="sm" role="status">
          {t('bulk.tooMany', { count: MAX_BULK_TASKS })}
        </Text>
      )}
      {isWritable && (
        <div className={classes.actions}>
          {buttons.map(({ name, key, icon: Icon }) => (
            <Popover
              key={name}
              opened={editor !== undefined && anchorOf(editor) === name}
              onChange={opened => !opened && close()}
              position="top-start"
              middlewares={{ flip: true, shift: { crossAxis: true, padding: 8 } }}
              width={WIDTH}
              trapFocus
              returnFocus
              withRoles={false}
              transitionProps={{ duration: 80 }}
            >
              <Popover.Target>
                <Button
                  className={classes.action}
                  size="compact-sm"
                  variant="default"
                  leftSection={<Icon size={16} stroke={1.75} />}
                  rightSection={
                    <Kbd size="xs" aria-hidden="true">
                      {key.toUpperCase()}
                    </Kbd>
                  }
                  aria-haspopup="dialog"
                  aria-expanded={editor !== undefined && anchorOf(editor) === name}
                  disabled={isPending}
                  onClick={() => setEditor(now => (now === name ? undefined : name))}
                >
                  <span className={classes.name}>{t(`bulk.actions.${name}`)}</span>
                </Button>
              </Popover.Target>
              <Popover.Dropdown
                p={0}
                maw="calc(100vw - 1rem)"
                role="dialog"
                aria-label={t(`bulk.actions.${name}`)}
              >
                {editor && anchorOf(editor) === name && (
                  <BulkEditor
                    key={editor}
                    name={editor}
                    tasks={tasks}
                    projectId={projectId}
                    customFields={customFields}
                    onChange={change}
                    onOpen={setEditor}
                    onDone={close}
                  />
                )}
              </Popover.Dropdown>
            </Popover>
          ))}
        </div>
      )}
    </section>
  )
}

interface BulkKeys {
  isOn: boolean
  editor: EditorName | undefined
  open: (editor: EditorName) => void
  change: (change: BulkChange) => void
  clear: () => void
}

/** The same keys as on the cards of a board. */
function useBulkKeys({ isOn, editor, open, change, clear }: BulkKeys) {
  const { t } = useTranslation()
  const editors = [
    ...buttons.map(({ name, key }) => ({ name, key })),
    { name: 'estimate', key: 'e' } as const,
  ]
  const shortcuts = editors.map(({ name, key }) => ({
    keys: key,
    description: t(`bulk.actions.${name}`),
    run: () => open(name),
  }))
  const remove = {
    keys: 'Delete',
    description: t('bulk.actions.delete'),
    run: () => change({ isDeleted: true }),
  }
  const deselect = {
    keys: 'Escape',
    description: t('bulk.clear'),
    run: () => (editor === undefined ? clear() : false),
  }
  useShortcuts([...(isOn ? [...shortcuts, remove] : []), deselect], { title: t('bulk.keys') })
}
