import { Button, Popover, Skeleton } from '@mantine/core'
import { lazy, type ReactElement, Suspense, useState } from 'react'
import classes from './emoji-picker.module.css'

// The list of emoji is loaded when the picker is first opened.
const EmojiGrid = lazy(() => import('./emoji-grid.tsx').then(({ EmojiGrid }) => ({ default: EmojiGrid })))

interface EmojiPickerProps {
  /** The button that opens it. */
  children: (toggle: () => void) => ReactElement
  onPick: (symbol: string) => void
  /** When the caller moves the focus itself after a choice. */
  keepsFocus?: boolean
  /** If something is picked already. */
  removal?: { label: string; onRemove: () => void } | undefined
}

/** A popover with all emoji and a search in both languages. */
export function EmojiPicker({ children, onPick, keepsFocus = false, removal }: EmojiPickerProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      trapFocus
      returnFocus={!keepsFocus}
      position="bottom-start"
      shadow="md"
      withinPortal
    >
      <Popover.Target>{children(() => setIsOpen(now => !now))}</Popover.Target>
      <Popover.Dropdown p="xs">
        <Suspense fallback={<Skeleton h={240} className={classes.picker} />}>
          <EmojiGrid
            onPick={symbol => {
              setIsOpen(false)
              onPick(symbol)
            }}
          />
        </Suspense>
        {removal && (
          <Button
            variant="subtle"
            size="compact-sm"
            mt="xs"
            fullWidth
            data-mantine-stop-propagation="true"
            onClick={() => {
              setIsOpen(false)
              removal.onRemove()
            }}
          >
            {removal.label}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
