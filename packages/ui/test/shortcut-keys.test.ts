import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  helpSections,
  type KeyPress,
  keyCaps,
  keyName,
  type Shortcut,
  type ShortcutScope,
  shortcutsFor,
} from '../src/shortcuts/shortcut-keys.ts'

const shortcut = (keys: string | string[], description: string, rest: Partial<Shortcut> = {}): Shortcut => ({
  keys,
  description,
  run: () => {},
  ...rest,
})

const application: ShortcutScope = {
  shortcuts: [
    shortcut('mod+k', 'Search', { worksIn: 'fields' }),
    shortcut('/', 'Search'),
    shortcut('c', 'New task'),
    shortcut('g n', 'Notifications'),
    shortcut('?', 'Help', { worksIn: 'dialogs' }),
  ],
}
const board: ShortcutScope = {
  title: 'On a board',
  shortcuts: [shortcut('/', 'Filter'), shortcut('n', 'Add'), shortcut(['z', 'mod+z'], 'Undo')],
}
const card: ShortcutScope = {
  title: 'On a board',
  within: '[data-card]',
  shortcuts: [shortcut(['ArrowUp', 'ArrowDown'], 'Walk'), shortcut('Space', 'Pick up')],
}

function found(names: string[], press: Partial<KeyPress> = {}, scopes = [application, board, card]) {
  const defaults: KeyPress = {
    names,
    focusArea: 'page',
    isRepeat: false,
    isWithin: () => false,
    withSingleKeys: true,
  }
  return shortcutsFor({ ...defaults, ...press }, scopes).map(({ description }) => description)
}

const key = (press: Partial<KeyboardEvent>) =>
  keyName({ key: '', code: '', ctrlKey: false, metaKey: false, shiftKey: false, ...press })

test('a key is named by its character, ignoring Shift and Caps Lock for letters', () => {
  assert.equal(key({ key: 'c', code: 'KeyC' }), 'c')
  assert.equal(key({ key: 'C', code: 'KeyC', shiftKey: true }), 'c')
  assert.equal(key({ key: '?', code: 'Slash', shiftKey: true }), '?')
  assert.equal(key({ key: ' ', code: 'Space' }), 'space')
  assert.equal(key({ key: 'ArrowUp', code: 'ArrowUp' }), 'arrowup')
})

test('on layouts without Latin letters the physical key counts', () => {
  assert.equal(key({ key: 'с', code: 'KeyC' }), 'c')
  assert.equal(key({ key: 'л', code: 'KeyK', ctrlKey: true }), 'mod+k')
  assert.equal(key({ key: 'z', code: 'KeyY' }), 'z', 'Z and Y are swapped on German keyboards')
})

test('Ctrl and Cmd are the same modifier, and redo is not undo', () => {
  assert.equal(key({ key: 'z', code: 'KeyZ', ctrlKey: true }), 'mod+z')
  assert.equal(key({ key: 'z', code: 'KeyZ', metaKey: true }), 'mod+z')
  assert.equal(key({ key: 'Z', code: 'KeyZ', ctrlKey: true, shiftKey: true }), 'mod+shift+z')
})

test('the narrowest scope gets a key first, whatever the order of registration', () => {
  assert.deepEqual(found(['/']), ['Filter', 'Search'])
  assert.deepEqual(found(['/'], {}, [board, application]), ['Filter', 'Search'])
  assert.deepEqual(found(['/'], {}, [application]), ['Search'])
})

test('a sequence of keys takes precedence over its second key alone', () => {
  assert.deepEqual(found(['g n', 'n']), ['Notifications', 'Add'])
  assert.deepEqual(found(['x n', 'n']), ['Add'])
})

test('in fields and dialogs only the shortcuts marked for them work', () => {
  assert.deepEqual(found(['c'], { focusArea: 'field' }), [])
  assert.deepEqual(found(['?'], { focusArea: 'field' }), [])
  assert.deepEqual(found(['mod+k'], { focusArea: 'field' }), ['Search'])
  assert.deepEqual(found(['c'], { focusArea: 'dialog' }), [])
  assert.deepEqual(found(['?'], { focusArea: 'dialog' }), ['Help'])
  assert.deepEqual(found(['mod+k'], { focusArea: 'dialog' }), ['Search'])
})

test('card shortcuts need focus and repeat while pressed, others do not', () => {
  const isWithin = (selector: string) => selector === '[data-card]'
  assert.deepEqual(found(['arrowup']), [])
  assert.deepEqual(found(['arrowup'], { isWithin, isRepeat: true }), ['Walk'])
  assert.deepEqual(found(['c'], { isWithin, isRepeat: true }), [])
})

test('turning off single keys keeps shortcuts with a modifier and those of the focused element', () => {
  const off = { withSingleKeys: false, isWithin: () => true }
  assert.deepEqual(found(['z'], off), [])
  assert.deepEqual(found(['g n', 'n'], off), [])
  assert.deepEqual(found(['mod+z'], off), ['Undo'])
  assert.deepEqual(found(['space'], off), ['Pick up'])
})

test('keys are shown as on the keyboard', () => {
  assert.deepEqual(keyCaps('g b'), ['G', 'B'])
  assert.deepEqual(keyCaps('mod+k'), ['Ctrl+K'])
  assert.deepEqual(['ArrowLeft', 'Escape', 'Space', '/'].flatMap(keyCaps), ['←', 'Esc', 'Space', '/'])
})

test('help lists shortcuts by scope, and an overridden key only once', () => {
  assert.deepEqual(helpSections([board, application, card]), [
    {
      title: 'On a board',
      rows: [
        { description: 'Filter', choices: [['/']] },
        { description: 'Add', choices: [['N']] },
        { description: 'Undo', choices: [['Z'], ['Ctrl+Z']] },
        { description: 'Walk', choices: [['↑'], ['↓']] },
        { description: 'Pick up', choices: [['Space']] },
      ],
    },
    {
      title: undefined,
      rows: [
        { description: 'Search', choices: [['Ctrl+K']] },
        { description: 'New task', choices: [['C']] },
        { description: 'Notifications', choices: [['G', 'N']] },
        { description: 'Help', choices: [['?']] },
      ],
    },
  ])
  assert.deepEqual(helpSections([application])[0]?.rows[0], {
    description: 'Search',
    choices: [['Ctrl+K'], ['/']],
  })
  assert.deepEqual(helpSections([]), [])
})
