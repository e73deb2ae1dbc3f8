import { IconCheck } from '@atrium/ui/icons'
import { Kbd, Text } from '@mantine/core'
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import classes from './option-list.module.css'

export interface Choice {
  /** Unique in the list. */
  key: string
  label: string
  icon?: ReactNode
  /** The current value, or one of them. */
  isOn?: boolean
  hint?: string
  /** The heading above it and the following ones. */
  group?: string
  choose: () => void
}

interface ChoiceListProps {
  label: string
  placeholder: string
  /** For the typed text. */
  choicesFor: (text: string) => Choice[]
  /** Shown when the text matches nothing. */
  nothing: string
  /** While the choices are loading, a key that chooses one is remembered. */
  isLoading?: boolean
  /** Digits choose; where digits are typed as a value, they must not. */
  withDigits?: boolean
  /** What is chosen stays in the list, and the next text can be typed at once. */
  isMultiple?: boolean
  maxLength?: number
  initialText?: string
  /** When something else is typed, for choices that are searched for. */
  onText?: ((text: string) => void) | undefined
}

/** A field with a list: typing narrows it, arrow keys select, Enter chooses. */
export function ChoiceList(props: ChoiceListProps) {
  const { label, placeholder, choicesFor, nothing, withDigits = false, isMultiple = false } = props
  const { isLoading = false } = props
  const { t } = useTranslation('ui')
  const id = useId()
  const [text, setText] = useState(props.initialText ?? '')
  const choices = isLoading ? [] : choicesFor(text.trim())
  const [selectedKey, setSelectedKey] = useState<string>()
  const selected = Math.max(
    0,
    choices.findIndex(({ key, isOn }) => (selectedKey ? key === selectedKey : isOn && text === '')),
  )
  const optionId = (index: number) => `${id}-${index}`
  const hasDigits = withDigits && text === ''

  const field = useFocusAtOnce<HTMLInputElement>()
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another option is selected
  useEffect(() => {
    list.current?.querySelector('[data-selected]')?.scrollIntoView({ block: 'nearest' })
  }, [selected])

  const choose = (choice: Choice | undefined) => {
    choice?.choose()
    if (choice && isMultiple) setText('')
  }
  /** What was chosen by key before the choices were loaded. */
  const [early, setEarly] = useState<'selected' | number>()
  const chooseAt = (at: 'selected' | number) => {
    if (isLoading) setEarly(at)
    else choose(choices[at === 'selected' ? selected : at])
  }
  useEffect(() => {
    if (isLoading || early === undefined) return
    setEarly(undefined)
    chooseAt(early)
  })
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setSelectedKey(choices.at((selected + step) % choices.length)?.key)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      chooseAt('selected')
    } else if (hasDigits && /^[1-9]$/.test(event.key) && (isLoading || choices[Number(event.key) - 1])) {
      event.preventDefault()
      chooseAt(Number(event.key) - 1)
    }
  }
  return (
    <>
      <input
        ref={field}
        className={classes.search}
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={choices.length > 0 ? optionId(selected) : undefined}
        placeholder={placeholder}
        maxLength={props.maxLength}
        autoComplete="off"
        // Short lists are tapped: no keyboard over them.
        inputMode={hasDigits && matchMedia('(pointer: coarse)').matches ? 'none' : undefined}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          props.onText?.(event.currentTarget.value)
          setSelectedKey(undefined)
          setEarly(undefined)
        }}
        onKeyDown={press}
        data-autofocus
      />
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        className={classes.list}
      >
        {choices.map((choice, index) => (
          <ChoiceOption
            key={choice.key}
            choice={choice}
            id={optionId(index)}
            isSelected={index === selected}
            digit={hasDigits && index < 9 ? index + 1 : undefined}
            onPoint={() => setSelectedKey(choice.key)}
            onChoose={() => choose(choice)}
          />
        ))}
      </div>
      {choices.length === 0 && (
        <Text size="sm" c="dimmed" px="sm" py="xs" role="status">
          {isLoading ? t('loading') : nothing}
        </Text>
      )}
    </>
  )
}

interface ChoiceOptionProps {
  choice: Choice
  id: string
  isSelected: boolean
  digit: number | undefined
  onPoint: () => void
  onChoose: () => void
}

function ChoiceOption({ choice, id, isSelected, digit, onPoint, onChoose }: ChoiceOptionProps) {
  return (
    <>
      {choice.group && (
        <div role="presentation" className={classes.group}>
          {choice.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the field points to the selected option */}
      <div
        id={id}
        role="option"
        aria-selected={choice.isOn ?? false}
        data-selected={isSelected || undefined}
        className={classes.option}
        onPointerMove={onPoint}
        // Keeps the focus in the field.
        onMouseDown={event => event.preventDefault()}
        onClick={onChoose}
      >
        <span className={classes.icon}>{choice.icon}</span>
        <span className={classes.label}>{choice.label}</span>
        {choice.hint && <span className={classes.hint}>{choice.hint}</span>}
        {choice.isOn && <IconCheck size={16} stroke={2} aria-hidden />}
        {digit && (
          <Kbd size="xs" aria-hidden="true" className={classes.digit}>
            {digit}
          </Kbd>
        )}
      </div>
    </>
  )
}

/** Before the next key: one may follow the shortcut within milliseconds, and the popover's own focus comes later. */
export function useFocusAtOnce<Field extends HTMLElement>() {
  const field = useRef<Field>(null)
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), [])
  return field
}

/** Every word of the text is in the label. */
export function matching(choices: Choice[], text: string) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  return choices
    .filter(({ label, hint = '' }) => words.every(word => `${label} ${hint}`.toLowerCase().includes(word)))
    .map(({ group: _, ...choice }) => choice)
}
