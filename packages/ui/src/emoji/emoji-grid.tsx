import { Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconSearch } from '../icons.ts'
import { type Emoji, emojiGroups, emojiName, findEmoji } from './emoji.ts'
import classes from './emoji-picker.module.css'

const COLUMNS = 8
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -COLUMNS, ArrowDown: COLUMNS }

/** Escape there does not close the dialog around the picker. */
const closesPopoverOnly = { 'data-mantine-stop-propagation': 'true' }

/** Arrow keys move between the emoji, Enter in the search field picks the first one. */
export function EmojiGrid({ onPick }: { onPick: (symbol: string) => void }) {
  const { t } = useTranslation('ui')
  const [search, setSearch] = useState('')
  const input = useRef<HTMLInputElement>(null)
  // The grid may load after the popover has taken the focus; the popover must first have noted where to return it.
  useEffect(() => {
    const timer = setTimeout(() => input.current?.focus({ preventScroll: true }))
    return () => clearTimeout(timer)
  }, [])
  const found = search.trim() ? findEmoji(search) : undefined

  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key]
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
    const at = buttons.indexOf(event.target as HTMLElement)
    if (at < 0 && event.key === 'Enter') {
      event.preventDefault()
      buttons[0]?.click()
    }
    if (step === undefined || (at < 0 && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const next = at < 0 ? buttons[0] : buttons[at + step]
    if (next) next.focus()
    else if (step < 0) event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Stack gap="xs" className={classes.picker} onKeyDown={press}>
      <TextInput
        ref={input}
        aria-label={t('emoji.search')}
        placeholder={t('emoji.search')}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
        leftSection={<IconSearch size={16} />}
        data-autofocus
        {...closesPopoverOnly}
      />
      <div className={classes.groups}>
        {found ? (
          <EmojiButtons label={t('emoji.found')} emoji={found} isFirst onPick={onPick} />
        ) : (
          emojiGroups.map(({ name, emoji }, index) => (
            <section key={name}>
              <Text size="xs" fw={600} c="dimmed" my={4} aria-hidden>
                {t(`emoji.groups.${name}`)}
              </Text>
              <EmojiButtons
                label={t(`emoji.groups.${name}`)}
                emoji={emoji}
                isFirst={index === 0}
                onPick={onPick}
              />
            </section>
          ))
        )}
        {found?.length === 0 && (
          <Text size="sm" c="dimmed" role="status">
            {t('emoji.none')}
          </Text>
        )}
      </div>
    </Stack>
  )
}

interface EmojiButtonsProps {
  label: string
  emoji: Emoji[]
  isFirst: boolean
  onPick: (symbol: string) => void
}

function EmojiButtons({ label, emoji, isFirst, onPick }: EmojiButtonsProps) {
  const { i18n } = useTranslation('ui')
  const language = i18n.resolvedLanguage ?? 'en'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div role="group" aria-label={label} className={classes.grid}>
      {emoji.map((one, index) => (
        <UnstyledButton
          key={one.shortcode}
          className={classes.emoji}
          aria-label={emojiName(one, language)}
          title={`:${one.shortcode}:`}
          {...closesPopoverOnly}
          tabIndex={isFirst && index === 0 ? 0 : -1}
          onClick={() => onPick(one.symbol)}
        >
          {one.symbol}
        </UnstyledButton>
      ))}
    </div>
  )
}
