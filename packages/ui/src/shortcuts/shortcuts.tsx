import { useDisclosure, useLocalStorage } from '@mantine/hooks'
import {
  createContext,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '../latest.ts'
import {
  type FocusArea,
  type HelpSection,
  helpKey,
  helpSections,
  keyName,
  type Shortcut,
  type ShortcutScope,
  shortcutsFor,
} from './shortcut-keys.ts'

const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }))

interface Registry {
  register: (scope: RefObject<ShortcutScope>) => () => void
  showHelp: () => void
}

const ShortcutContext = createContext<Registry | undefined>(undefined)

/** Listens to the keyboard for every shortcut of the components inside, and lists them when asked with `?`. */
export function ShortcutProvider({ children }: { children: ReactNode }) {
  const registered = useRef(new Set<RefObject<ShortcutScope>>())
  const [isHelpOpen, { open, close }] = useDisclosure()
  const [help, setHelp] = useState<HelpSection[]>()
  // People who control the computer by voice turn them off.
  const [withSingleKeys, setWithSingleKeys] = useLocalStorage({
    key: 'atrium.single-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })

  const registry = useMemo(
    (): Registry => ({
      register: scope => {
        registered.current.add(scope)
        return () => registered.current.delete(scope)
      },
      showHelp: () => {
        setHelp(helpSections(scopesIn(registered)))
        open()
      },
    }),
    [open],
  )
  useKeyPresses(registered, withSingleKeys)

  return (
    <ShortcutContext value={registry}>
      <HelpShortcut />
      {children}
      {help && (
        <Suspense>
          <ShortcutHelp
            sections={help}
            isOpen={isHelpOpen}
            onClose={close}
            withSingleKeys={withSingleKeys}
            onChangeSingleKeys={setWithSingleKeys}
          />
        </Suspense>
      )}
    </ShortcutContext>
  )
}

function HelpShortcut() {
  const { t } = useTranslation('ui')
  const run = useShortcutHelp()
  useShortcuts([{ keys: helpKey, description: t('shortcuts.help'), run, worksIn: 'dialogs' }])
  return null
}

/** Shortcuts of the component while it is shown; without a scope they are those of the whole application. */
export function useShortcuts(shortcuts: Shortcut[], scope?: Omit<ShortcutScope, 'shortcuts'>) {
  const { register } = useRegistry()
  const latest = useLatest<ShortcutScope>({ ...scope, shortcuts })
  useEffect(() => register(latest), [register])
}

/** Opens the list of all shortcuts. */
export function useShortcutHelp() {
  return useRegistry().showHelp
}

function useRegistry() {
  const registry = useContext(ShortcutContext)
  if (!registry) throw new Error('Shortcuts need a ShortcutProvider around them')
  return registry
}

const NEXT_KEY_MS = 1500

interface FirstKey {
  name: string
  at: number
}

function useKeyPresses(registered: RefObject<Set<RefObject<ShortcutScope>>>, withSingleKeys: boolean) {
  useEffect(() => {
    let first: FirstKey | undefined
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const name = keyName(event)
      const focusArea = areaOf(event.target)
      const found = shortcutsFor(
        {
          names: [...sequenceOf(first, name, event.timeStamp), name],
          focusArea,
          isRepeat: event.repeat,
          isWithin: selector => event.target instanceof Element && event.target.closest(selector) !== null,
          withSingleKeys,
        },
        scopesIn(registered),
      )
      const isHandled = found.some(({ run }) => run(event) !== false)
      if (isHandled) event.preventDefault()
      if (focusArea !== 'page' || event.repeat) return
      first = isHandled || name.length > 1 ? undefined : { name, at: event.timeStamp }
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [registered, withSingleKeys])
}

function sequenceOf(first: FirstKey | undefined, name: string, now: number) {
  return first && now - first.at < NEXT_KEY_MS ? [`${first.name} ${name}`] : []
}

function scopesIn(registered: RefObject<Set<RefObject<ShortcutScope>>>) {
  return [...registered.current].map(({ current }) => current)
}

/** With the focus nowhere, an open dialog is where the user is. */
function areaOf(target: EventTarget | null): FocusArea {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"]')) return 'field'
  const around = target === document.body ? document.querySelector('[role="dialog"]') : target
  return around?.closest('[role="dialog"]') ? 'dialog' : 'page'
}
