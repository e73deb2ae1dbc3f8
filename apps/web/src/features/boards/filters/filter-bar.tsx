import type { Cycle } from '@atrium/tasks/cycles/cycle.contract'
import { fullName } from '@atrium/ui/format'
import { IconArchive, IconChevronDown, IconSearch, IconUserCircle, IconX } from '@atrium/ui/icons'
import { useShortcuts } from '@atrium/ui/shortcuts/shortcuts'
import { ActionIcon, Button, CloseButton, Group, Menu, ScrollArea, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCycles } from '../../../data/planning/cycles.ts'
import { usePriorityName } from '../../../data/planning/priorities.ts'
import type { BoardFilters } from '../../../data/search-params.ts'
import { useBoard } from '../board/board-context.ts'
import type { ShownColumn } from '../board/shown-columns.ts'
import { dueChoices } from './card-filters.ts'
import classes from './filter-bar.module.css'

interface FilterBarProps {
  columns: ShownColumn[]
  filters: BoardFilters
  onFilter: (filters: BoardFilters) => void
  /** At the end of the bar. */
  children: ReactNode
}

/** The filters of the board; they are part of the address. */
export function FilterBar({ columns, filters, onFilter, children }: FilterBarProps) {
  const { t } = useTranslation()
  const choices = useFilterChoices(useShownCycles(columns, filters))
  const hiddenCount = columns.reduce((sum, shown) => sum + shown.hiddenCount, 0)
  const { archived, ...narrowing } = filters
  const isFiltered = Object.values(narrowing).some(Boolean)
  const hasArchive = archived !== undefined || columns.some(({ column }) => column.archivedCount > 0)
  const set = (name: keyof BoardFilters) => (value: string) =>
    onFilter({ ...filters, [name]: value || undefined })
  const names = ['assignee', 'priority', 'sticker', 'due', 'cycle'] as const
  return (
    <search className={classes.tools} aria-label={t('boards.filters.label')}>
      <FilterText value={filters.search ?? ''} onChange={set('search')} />
      <OnlyMine isOn={filters.assignee === 'me'} onToggle={isOn => set('assignee')(isOn ? 'me' : '')} />
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
          <Button
            variant="subtle"
            size="compact-sm"
            flex="none"
            onClick={() => onFilter({ ...(archived && { archived }) })}
          >
            {t('boards.filters.clear')}
          </Button>
        </>
      )}
      {hasArchive && (
        <ShowArchived isOn={archived !== undefined} onToggle={isOn => set('archived')(isOn ? 'shown' : '')} />
      )}
      {children}
    </search>
  )
}

function OnlyMine({ isOn, onToggle }: { isOn: boolean; onToggle: (isOn: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Button
      size="xs"
      variant={isOn ? 'light' : 'default'}
      fw={500}
      flex="none"
      leftSection={<IconUserCircle size={15} stroke={1.75} />}
      aria-pressed={isOn}
      onClick={() => onToggle(!isOn)}
    >
      {t('boards.filters.onlyMine')}
    </Button>
  )
}

/** Loaded once a card is in a cycle: boards of teams without cycles make no request for them. */
function useShownCycles(columns: ShownColumn[], filters: BoardFilters) {
  const { projectId } = useBoard()
  const isUsed = useMemo(
    () => columns.some(({ column }) => column.tasks.some(({ cycleId }) => cycleId !== null)),
    [columns],
  )
  return useCycles(projectId, isUsed || filters.cycle !== undefined)
}

function ShowArchived({ isOn, onToggle }: { isOn: boolean; onToggle: (isOn: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Button
      size="xs"
      variant={isOn ? 'light' : 'default'}
      fw={500}
      flex="none"
      leftSection={<IconArchive size={15} stroke={1.75} />}
      aria-pressed={isOn}
      onClick={() => onToggle(!isOn)}
    >
      {t('boards.filters.archived')}
    </Button>
  )
}

function useFilterChoices(cycles: Cycle[]) {
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
      cycle:
        cycles.length === 0
          ? []
          : [
              { value: 'current', label: t('boards.filters.currentCycle') },
              { value: 'none', label: t('boards.filters.noCycle') },
              ...cycles.map(({ id, name }) => ({ value: String(id), label: name })),
            ],
    }
  }, [people, priorities, stickers, cycles, myId, nameOf, t])
}

const DEBOUNCE_MS = 150

/** Typed text shows at once, and is written to the address after a pause. */
function FilterText({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ text: value, after: value })
  const reported = useRef(value)
  const report = useDebouncedCallback((text: string) => {
    reported.current = text.trim()
    onChange(text.trim())
  }, DEBOUNCE_MS)
  const change = (text: string) => {
    setTyped({ text, after: value })
    report(text)
  }
  useShortcuts(
    [{ keys: '/', description: t('boards.keys.list.search'), run: () => input.current?.focus() }],
    { title: t('boards.keys.onBoard') },
  )
  // The address is trimmed and lags behind: the typed text stays until the address changes to something else, such as
  // by the back button.
  const isArrived = value === typed.text.trim()
  if (isArrived && typed.after !== value) setTyped({ ...typed, after: value })
  const isOvertaken = !isArrived && value !== typed.after && value !== reported.current
  useEffect(() => {
    if (isOvertaken) report.cancel()
  }, [isOvertaken, report])
  const text = isOvertaken ? value : typed.text
  return (
    <TextInput
      ref={input}
      type="search"
      size="xs"
      w={190}
      miw={130}
      flex="0 1 auto"
      aria-label={t('boards.filters.search')}
      placeholder={t('boards.filters.search')}
      value={text}
      onChange={event => change(event.currentTarget.value)}
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={
        text && (
          <CloseButton size="xs" aria-label={t('boards.filters.clearSearch')} onClick={() => change('')} />
        )
      }
    />
  )
}

interface FilterMenuProps {
  label: string
  choices: { value: string; label: string }[]
  /** The selected values, separated by commas. */
  value: string
  onChange: (value: string) => void
}

/** A chip with a menu of choices; it shows the selection and can be cleared. */
function FilterMenu({ label, choices, value, onChange }: FilterMenuProps) {
  const { t } = useTranslation()
  const chosen = value.split(',').filter(Boolean)
  const isOn = chosen.length > 0
  const names = choices.filter(choice => chosen.includes(choice.value)).map(choice => choice.label)
  if (choices.length === 0 && !isOn) return null
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter(other => other !== one) : [...chosen, one]
    onChange(next.join(','))
  }
  return (
    <Group gap={0} wrap="nowrap" flex="none">
      <Menu shadow="md" closeOnItemClick={false} position="bottom-start" width={220}>
        <Menu.Target>
          <Button
            size="xs"
            variant={isOn ? 'light' : 'default'}
            fw={500}
            maw={220}
            rightSection={<IconChevronDown size={13} stroke={1.75} />}
            {...(isOn && { style: { borderStartEndRadius: 0, borderEndEndRadius: 0 } })}
          >
            {isOn ? `${label}: ${names.join(', ')}` : label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ScrollArea.Autosize mah={320} type="auto">
            {choices.map(choice => (
              <Menu.CheckboxItem
                key={choice.value}
                checked={chosen.includes(choice.value)}
                onChange={() => toggle(choice.value)}
              >
                {choice.label}
              </Menu.CheckboxItem>
            ))}
          </ScrollArea.Autosize>
        </Menu.Dropdown>
      </Menu>
      {isOn && (
        <ActionIcon
          variant="light"
          size={30}
          style={{ borderStartStartRadius: 0, borderEndStartRadius: 0 }}
          aria-label={t('boards.filters.clearOne', { label })}
          onClick={() => onChange('')}
        >
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </Group>
  )
}
