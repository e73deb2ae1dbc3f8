import { IconSearch } from '@atrium/ui/icons'
import { keyCaps } from '@atrium/ui/shortcuts/shortcut-keys'
import { Kbd, Loader, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight, useSpotlight } from '@mantine/spotlight'
import '@mantine/spotlight/styles.layer.css'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Command, isTooEarlyToCreate } from './command.ts'
import classes from './palette.module.css'
import { useCommandGroups } from './use-commands.tsx'

interface PaletteProps {
  isOpen: boolean
  onClose: () => void
  boardId: number | undefined
  onNewTask: () => void
}

type Store = ReturnType<typeof createSpotlight>[0]

export function Palette({ isOpen, onClose, ...others }: PaletteProps) {
  const { t } = useTranslation()
  const [[store, spotlight]] = useState(createSpotlight)
  useEffect(() => (isOpen ? spotlight.open() : spotlight.close()), [isOpen, spotlight])
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      onSpotlightClose={onClose}
      // Spotlight moves the selection without notifying subscribers of its store.
      onKeyDown={() => store.setState(state => ({ ...state }))}
      centered={false}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': t('work.palette.open') } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 2 }}
      transitionProps={{ duration: 120 }}
      classNames={classes}
    >
      <Content store={store} {...others} />
    </Spotlight.Root>
  )
}

const LIST_ID = 'palette-commands'
const optionId = ({ id }: Command) => `palette-${id}`

/** Spotlight shows the selection on the screen only; the roles and ids here announce it to screen readers. */
function Content({ store, ...others }: Omit<PaletteProps, 'isOpen' | 'onClose'> & { store: Store }) {
  const { t } = useTranslation()
  const { query, selected } = useSpotlight(store)
  const text = query.trim()
  const [isForTimer, setIsForTimer] = useState(false)
  const [searchedText] = useDebouncedValue(text, 180)
  const { groups, isSearching } = useCommandGroups({
    text,
    searchedText,
    isForTimer,
    onPickTimer: () => {
      setIsForTimer(true)
      store.setState(state => ({ ...state, query: '' }))
    },
    ...others,
  })
  const commands = groups.flatMap(group => group.commands)
  const isTooEarly = isTooEarlyToCreate(commands, isSearching)
  const selectedCommand = isTooEarly ? undefined : commands[selected]

  const shown = commands.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the commands selects the first one
  useEffect(() => store.setState(state => ({ ...state, selected: 0 })), [store, shown])

  return (
    <>
      <Spotlight.Search
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={LIST_ID}
        aria-activedescendant={selectedCommand && optionId(selectedCommand)}
        aria-label={t('work.palette.open')}
        placeholder={t(isForTimer ? 'work.palette.timerPlaceholder' : 'work.palette.placeholder')}
        leftSection={isSearching ? <Loader size={18} /> : <IconSearch size={20} stroke={1.75} />}
        data-autofocus
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
                isSelected={command === selectedCommand}
                isSelectable={!isTooEarly}
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
      </Spotlight.Footer>
    </>
  )
}

interface OptionProps {
  command: Command
  isSelected: boolean
  isSelectable: boolean
}

function Option({ command, isSelected, isSelectable }: OptionProps) {
  const { icon, label, description, keys, run, staysOpen = false } = command
  return (
    <Spotlight.Action
      // Spotlight.Action does not pass an id on.
      ref={button => {
        if (button) button.id = optionId(command)
      }}
      role="option"
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      data-action={isSelectable || null} // null, because Mantine ignores undefined
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
      closeSpotlightOnTrigger={!staysOpen}
      onClick={run}
    />
  )
}
