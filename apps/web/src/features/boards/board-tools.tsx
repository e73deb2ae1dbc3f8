import { fullName } from '@atrium/ui/format'
import { Button, Text } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { BoardFilters } from '../../data/search-params.ts'
import { usePriorityName } from '../../data/tasks.ts'
import { useBoard } from './board-context.ts'
import classes from './board-tools.module.css'
import { dueChoices } from './card-filters.ts'
import { FilterMenu } from './filter-menu.tsx'
import { FilterText } from './filter-text.tsx'
import type { ShownColumn } from './shown-columns.ts'

interface BoardToolsProps {
  columns: ShownColumn[]
  filters: BoardFilters
  onFilter: (filters: BoardFilters) => void
}

/** The filters, each of which is in the address. */
export function BoardTools({ columns, filters, onFilter }: BoardToolsProps) {
  const { t } = useTranslation()
  const choices = useFilterChoices()
  const hiddenCount = columns.reduce((sum, shown) => sum + shown.hiddenCount, 0)
  const isFiltered = Object.values(filters).some(Boolean)
  const set = (name: keyof BoardFilters) => (value: string) =>
    onFilter({ ...filters, [name]: value || undefined })
  const names = ['assignee', 'priority', 'sticker', 'due'] as const
  return (
    <search className={classes.tools} aria-label={t('boards.filters.label')}>
      <FilterText value={filters.search ?? ''} onChange={set('search')} />
      {names.map(name => (
        <FilterMenu
          key={name}
          label={t(`boards.filters.${name}`)}
          choices={choices[name]}
          value={filters[name] ?? ''}
          onChange={set(name)}
        />
      ))}
      {isFiltered && (
        <>
          <Text size="xs" c="dimmed" role="status" className={classes.note}>
            {t('boards.filters.hidden', { count: hiddenCount })}
          </Text>
          <Button variant="subtle" size="compact-sm" flex="none" onClick={() => onFilter({})}>
            {t('boards.filters.clear')}
          </Button>
        </>
      )}
    </search>
  )
}

function useFilterChoices() {
  const { t } = useTranslation()
  const { people, priorities, stickers, myId } = useBoard()
  const nameOf = usePriorityName()
  return useMemo(() => {
    const others = [...people.values()].filter(({ id }) => id !== myId)
    const ranked = [...priorities.values()].sort((one, other) => other.level - one.level)
    return {
      assignee: [
        { value: 'me', label: t('boards.filters.me') },
        { value: 'none', label: t('boards.filters.nobody') },
        ...others.map(person => ({ value: String(person.id), label: fullName(person) })),
      ],
      priority: ranked.map(priority => ({ value: String(priority.id), label: nameOf(priority) })),
      sticker: [...stickers.values()].map(({ id, name, icon }) => ({
        value: String(id),
        label: [icon, name].filter(Boolean).join(' '),
      })),
      due: dueChoices.map(choice => ({ value: choice, label: t(`boards.filters.dueChoices.${choice}`) })),
    }
  }, [people, priorities, stickers, myId, nameOf, t])
}
