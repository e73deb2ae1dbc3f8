import {
  IconBlockquote,
  IconH1,
  IconH2,
  IconH3,
  IconList,
  IconListCheck,
  IconListNumbers,
  IconSourceCode,
  IconTable,
} from '@atrium/ui/icons'
import { Group, Text } from '@mantine/core'
import type { ChainedCommands } from '@tiptap/core'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { CompletionQuery, Suggestion } from './completion.tsx'

interface Block {
  id: string
  icon: ComponentType<{ size: number; stroke: number }>
  nameIn: (t: TFunction) => string
  /** Turns the paragraph of the caret into the block. */
  apply: (chain: ChainedCommands) => ChainedCommands
}

const heading = (level: 1 | 2 | 3, icon: Block['icon']): Block => ({
  id: `heading${level}`,
  icon,
  nameIn: t => t('tasks.editor.headingLevel', { level }),
  apply: chain => chain.setHeading({ level }),
})

const blocks: Block[] = [
  heading(1, IconH1),
  heading(2, IconH2),
  heading(3, IconH3),
  {
    id: 'bullets',
    icon: IconList,
    nameIn: t => t('tasks.editor.bullets'),
    apply: chain => chain.toggleBulletList(),
  },
  {
    id: 'numbers',
    icon: IconListNumbers,
    nameIn: t => t('tasks.editor.numbers'),
    apply: chain => chain.toggleOrderedList(),
  },
  {
    id: 'tasks',
    icon: IconListCheck,
    nameIn: t => t('tasks.editor.tasks'),
    apply: chain => chain.toggleTasks(),
  },
  {
    id: 'quote',
    icon: IconBlockquote,
    nameIn: t => t('tasks.editor.quote'),
    apply: chain => chain.toggleBlockquote(),
  },
  {
    id: 'code',
    icon: IconSourceCode,
    nameIn: t => t('tasks.editor.codeBlock'),
    apply: chain => chain.toggleCodeBlock(),
  },
  {
    id: 'table',
    icon: IconTable,
    nameIn: t => t('tasks.editor.table'),
    apply: chain => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
  },
]

/** What a line that begins with a slash can become. */
export function blockChoices({ search, from, to }: CompletionQuery, t: TFunction): Suggestion[] {
  const typed = search.toLowerCase()
  return blocks
    .filter(({ nameIn }) => nameIn(t).toLowerCase().includes(typed))
    .map(({ id, icon: Icon, nameIn, apply }) => ({
      key: id,
      view: (
        <Group gap="xs" wrap="nowrap">
          <Icon size={18} stroke={1.75} />
          <Text size="sm">{nameIn(t)}</Text>
        </Group>
      ),
      insert: editor => apply(editor.chain().focus().deleteRange({ from, to })).run(),
    }))
}
