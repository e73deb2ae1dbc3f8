import { IconSearch } from '@atrium/ui/icons'
import { keyCaps } from '@atrium/ui/shortcut-keys'
import {
  Combobox,
  Kbd,
  Loader,
  Modal,
  ScrollArea,
  TextInput,
  useCombobox,
  VisuallyHidden,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Command } from './command.ts'
import classes from './palette.module.css'
import { useCommandGroups } from './use-command-groups.tsx'

interface PaletteProps {
  isOpen: boolean
  onClose: () => void
  boardId: number | undefined
  onNewTask: () => void
}

/**
 * A list under a search field. Made of Combobox, which tells a screen reader what is chosen while the focus stays in
 * the field; Spotlight does not.
 */
export function Palette({ isOpen, onClose, ...others }: PaletteProps) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="12vh"
      size={600}
      padding={0}
      aria-label={t('work.palette.open')}
      transitionProps={{ duration: 120 }}
      classNames={{ body: classes.body }}
    >
      <Content onClose={onClose} {...others} />
    </Modal>
  )
}

function Content({ onClose, ...others }: Omit<PaletteProps, 'isOpen'>) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [isForTimer, setIsForTimer] = useState(false)
  const [asked] = useDebouncedValue(text.trim(), 180)
  const { groups, isSearching } = useCommandGroups({
    text: text.trim(),
    asked,
    isForTimer,
    onPickTimer: () => {
      setIsForTimer(true)
      setText('')
    },
    ...others,
  })
  const combobox = useCombobox({ opened: true, onOpenedChange: isOpen => !isOpen && onClose() })
  const commands = groups.flatMap(group => group.commands)
  const shown = commands.map(({ id }) => id).join()

  // Enter must not make a task of what is still being searched for.
  const isTooEarly = isSearching && commands[0]?.id.startsWith('create-')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice begins anew whenever other commands are shown
  useEffect(() => {
    if (isTooEarly) combobox.resetSelectedOption()
    else combobox.selectFirstOption()
  }, [shown, isTooEarly])

  const run = (id: string) => {
    const command = commands.find(one => one.id === id)
    if (!command?.staysOpen) onClose()
    command?.run()
  }

  return (
    <Combobox store={combobox} onOptionSubmit={run}>
      <Combobox.EventsTarget>
        <TextInput
          classNames={{ input: classes.search }}
          size="lg"
          variant="unstyled"
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          aria-label={t('work.palette.open')}
          placeholder={t(isForTimer ? 'work.palette.timerPlaceholder' : 'work.palette.placeholder')}
          leftSection={isSearching ? <Loader size={18} /> : <IconSearch size={20} stroke={1.75} />}
          data-autofocus
        />
      </Combobox.EventsTarget>
      <ScrollArea.Autosize mah="min(26rem, 60vh)" type="auto" scrollbarSize={6} className={classes.results}>
        <Combobox.Options aria-label={t('work.palette.open')} p={6}>
          {groups.map(({ label, commands }) => (
            <Combobox.Group key={label} label={label}>
              {commands.map(command => (
                <Option key={command.id} command={command} />
              ))}
            </Combobox.Group>
          ))}
          {commands.length === 0 && (
            <Combobox.Empty>
              {t(isSearching ? 'work.palette.searching' : 'work.palette.nothing')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </ScrollArea.Autosize>
      <VisuallyHidden role="status">
        {!isSearching && t('work.palette.results', { count: commands.length })}
      </VisuallyHidden>
      <footer className={classes.footer} aria-hidden="true">
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> {t('work.palette.hint')}
        <Kbd size="xs">Enter</Kbd> {t('work.palette.hintOpen')}
      </footer>
    </Combobox>
  )
}

function Option({ command: { id, icon, label, description, keys } }: { command: Command }) {
  return (
    <Combobox.Option value={id} className={classes.option}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        {description && <span className={classes.description}>{description}</span>}
      </span>
      {keys && (
        <Kbd size="xs" aria-hidden="true">
          {keyCaps(keys).join(' ')}
        </Kbd>
      )}
    </Combobox.Option>
  )
}
