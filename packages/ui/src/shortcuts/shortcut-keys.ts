export interface Shortcut {
  /** `c`, `?`, `mod+k`, `ArrowUp`, `Space` or, one after the other, `g b`; a list contains alternatives. */
  keys: string | string[]
  /** Shown in the help dialog. */
  description: string
  /** Returns `false` where the key means nothing right now; then the browser gets it. */
  run: (event: KeyboardEvent) => unknown
  /** Where it works apart from the page itself; `fields` includes dialogs. */
  worksIn?: 'dialogs' | 'fields'
}

export interface ShortcutScope {
  /** Heading in the help dialog; without one the shortcuts belong to the whole application. */
  title?: string
  /** A selector: the shortcuts work only while the focus is inside. */
  within?: string
  shortcuts: Shortcut[]
}

/** Opens the list of all shortcuts. */
export const helpKey = '?'

/** Where the focus is. */
export type FocusArea = 'page' | 'dialog' | 'field'

export interface KeyPress {
  /** What was pressed, longest first: `['g b', 'b']`. */
  names: string[]
  focusArea: FocusArea
  isRepeat: boolean
  isWithin: (selector: string) => boolean
  /** Shortcuts without Ctrl or Cmd can be turned off, unless they need the focus (WCAG 2.1.4). */
  withSingleKeys: boolean
}

/** Everything that a key could mean, the narrowest scope first. */
export function shortcutsFor(press: KeyPress, scopes: ShortcutScope[]): Shortcut[] {
  const byWidth = scopes.toSorted((one, other) => widthOf(one) - widthOf(other))
  return press.names.flatMap(name =>
    byWidth
      .filter(scope => isScopeActive(scope, name, press))
      .flatMap(({ shortcuts }) => shortcuts)
      .filter(({ keys, worksIn }) => hasKey(keys, name) && reaches(worksIn, press.focusArea)),
  )
}

function widthOf({ title, within }: ShortcutScope) {
  if (within) return 0
  return title ? 1 : 2
}

function isScopeActive({ within }: ShortcutScope, name: string, press: KeyPress) {
  if (within) return press.isWithin(within)
  return !press.isRepeat && (press.withSingleKeys || name.startsWith('mod+'))
}

function reaches(worksIn: Shortcut['worksIn'], focusArea: FocusArea) {
  return focusArea === 'page' || worksIn === 'fields' || (worksIn === 'dialogs' && focusArea === 'dialog')
}

function hasKey(keys: string | string[], name: string) {
  return [keys].flat().some(key => key.toLowerCase() === name)
}

type KeyEvent = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/** Names a key by its position where the layout has no Latin letters, so that C is C on a Russian keyboard too. */
export function keyName(event: KeyEvent) {
  const letter = /^Key([A-Z])$/.exec(event.code)?.[1]
  const isLatin = /^[a-z]$/i.test(event.key)
  const pressed = letter && !isLatin ? letter : event.key
  const key = pressed === ' ' ? 'space' : pressed.toLowerCase()
  if (!event.ctrlKey && !event.metaKey) return key
  return event.shiftKey ? `mod+shift+${key}` : `mod+${key}`
}

const caps: Record<string, string> = {
  mod: /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl',
  arrowleft: '←',
  arrowup: '↑',
  arrowdown: '↓',
  arrowright: '→',
  escape: 'Esc',
}

/** Returns the caps of the keyboard: `['G', 'B']`, `['Ctrl+K']`. */
export function keyCaps(keys: string) {
  const cap = (key: string) => caps[key.toLowerCase()] ?? key.charAt(0).toUpperCase() + key.slice(1)
  return keys.split(' ').map(press => press.split('+').map(cap).join('+'))
}

export interface HelpSection {
  title: string | undefined
  rows: { description: string; choices: string[][] }[]
}

/** What the help dialog shows: the keys of the page first, then the application's without those that the page uses. */
export function helpSections(scopes: ShortcutScope[]): HelpSection[] {
  const ofNarrower = scopes.filter(({ title }) => title).flatMap(({ shortcuts }) => shortcuts)
  const taken = new Set(ofNarrower.flatMap(({ keys }) => keys))
  const titles = [...new Set(scopes.map(({ title }) => title).filter(Boolean)), undefined]
  const sections = titles.map(title => {
    const ofTitle = scopes.filter(scope => scope.title === title).flatMap(({ shortcuts }) => shortcuts)
    const shown = ofTitle.flatMap(({ description, keys }) =>
      [keys]
        .flat()
        .map(key => ({ description, key }))
        .filter(({ key }) => title || !taken.has(key)),
    )
    const rows = [...Map.groupBy(shown, ({ description }) => description)].map(([description, choices]) => ({
      description,
      choices: choices.map(({ key }) => keyCaps(key)),
    }))
    return { title, rows }
  })
  return sections.filter(({ rows }) => rows.length > 0)
}
