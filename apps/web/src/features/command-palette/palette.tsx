import { IconSearch } from '@atrium/ui/icons'
import { keyCaps } from '@atrium/ui/shortcuts/shortcut-keys'
import { Input, Kbd, Loader, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, neighbour, selectedOf } from './command.ts'
import classes from './palette.module.css'
import type { TypeAhead } from './type-ahead.ts'
import type { ActionCallbacks } from './use-action-commands.tsx'
import { useCommandGroups } from './use-commands.tsx'

interface PaletteProps extends ActionCallbacks {
  isOpen: boolean
  /** What is typed until the field has the focus. */
  typeAhead: TypeAhead
  onClose: () => void
  boardId: number | undefined
}

export function Palette({ isOpen, ...others }: PaletteProps) {
  const { t } = useTranslation()
  const [[store, spotlight]] = useState(createSpotlight)
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen, spotlight])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={others.onClose}
      centered={false}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': t('work.palette.open') } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 2 }}
      transitionProps={{ duration: 120 }}
      classNames={classes}
    >
      <Content {...others} />
    </Spotlight.Root>
  )
}

const LIST_ID = 'palette-commands'
const optionId = ({ id }: Command) => `palette-${id}`

/** Spotlight would preselect anything, even what creates a task; the selection is kept here instead. */
function Content({ onClose, typeAhead, ...others }: Omit<PaletteProps, 'isOpen'>) {
  const { t } = useTranslation()
  const [query, setQuery] = useState('')
  const [chosenId, setChosenId] = useState<string>()
  const [isForTimer, setIsForTimer] = useState(false)
  const text = query.trim()
  const [searchedText] = useDebouncedValue(text, 180)
  const type = (next: string) => {
    setQuery(next)
    setChosenId(undefined)
  }
  const { groups, isSearching } = useCommandGroups({
    text,
    searchedText,
    isForTimer,
    onPickTimer: () => {
      setIsForTimer(true)
      type('')
    },
    ...others,
  })
  const commands = groups.flatMap(group => group.commands)
  const selected = selectedOf(commands, chosenId)
  useEffect(() => {
    if (selected) document.getElementById(optionId(selected))?.scrollIntoView({ block: 'nearest' })
  }, [selected])

  const run = (command: Command | undefined) => {
    if (!command) return
    if (!command.staysOpen) onClose()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setChosenId(neighbour(commands, selected, 1)?.id)
    else if (event.key === 'ArrowUp') setChosenId(neighbour(commands, selected, -1)?.id)
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      run(commands.find(({ isCreation }) => isCreation))
    else if (event.key === 'Enter') run(selected)
    else return
    event.preventDefault()
  }

  return (
    <>
      <Input
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={LIST_ID}
        aria-activedescendant={selected && optionId(selected)}
        aria-label={t('work.palette.open')}
        placeholder={t(isForTimer ? 'work.palette.timerPlaceholder' : 'work.palette.placeholder')}
        size="lg"
        variant="unstyled"
        autoComplete="off"
        classNames={{ wrapper: classes.search }}
        leftSection={isSearching ? <Loader size={18} /> : <IconSearch size={20} stroke={1.75} />}
        data-autofocus
        value={query}
        onChange={event => type(event.currentTarget.value)}
        onKeyDown={press}
        onFocus={() => {
          const typed = typeAhead.take()
          if (typed) type(query + typed)
        }}
      />
      <Spotlight.ActionsList
        id={LIST_ID}
        role="listbox"
        aria-label={t('work.palette.open')}
        mah="min(26rem, 60vh)"
      >
        {groups.map(({ label, commands }) => (
          <Spotlight.ActionsGroup key={label} role="group" aria-label={label} label={label}>
            {commands.map(command => (
              <Option
                key={command.id}
                command={command}
                isSelected={command === selected}
                onRun={() => run(command)}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
      </Spotlight.ActionsList>
      {commands.length === 0 && (
        <Spotlight.Empty>
          {t(isSearching ? 'work.palette.searching' : 'work.palette.nothing')}
        </Spotlight.Empty>
      )}
      <VisuallyHidden role="status">
        {!isSearching && t('work.palette.results', { count: commands.length })}
      </VisuallyHidden>
      <Spotlight.Footer className={classes.footer} aria-hidden="true">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('work.palette.hint')}
        <Kbd size="xs">Enter</Kbd> {t('work.palette.hintOpen')}
        {commands.some(({ isCreation }) => isCreation) && (
          <>
            <Kbd size="xs">{keyCaps('mod+Enter')}</Kbd> {t('work.palette.hintCreate')}
          </>
        )}
      </Spotlight.Footer>
    </>
  )
}

interface OptionProps {
  command: Command
  isSelected: boolean
  onRun: () => void
}

function Option({ command, isSelected, onRun }: OptionProps) {
  const { icon, label, description, keys } = command
  return (
    <Spotlight.Action
      // Spotlight.Action does not pass an id on.
      ref={button => {
        if (button) button.id = optionId(command)
      }}
      role="option"
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      label={label}
      description={description}
      leftSection={icon}
      rightSection={
        keys && (
          <Kbd size="xs" aria-hidden="true">
            {keyCaps(keys).join(' ')}
          </Kbd>
        )
      }
      closeSpotlightOnTrigger={false}
      onClick={onRun}
    />
  )
}
