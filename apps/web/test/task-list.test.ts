import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type MarkdownNode, readMarkdown } from '../src/features/tasks/markdown/markdown.ts'
import { taskMarkOf, withTask, withTaskAgain } from '../src/features/tasks/markdown/task-list.ts'

function tasksIn(text: string) {
  const found: { line: number; isChecked: boolean }[] = []
  const look = (node: MarkdownNode) => {
    const mark = taskMarkOf(node)
    if (mark) found.push(mark)
    node.children.forEach(look)
  }
  readMarkdown(text).forEach(look)
  return found
}

const mixed =
  '- plain\n- [ ] open\n  - [x] inner\n\n1. [X] numbered\n\n> - [ ] quoted\n> - - [ ] deep\n\n- [ ]\n'

test('only items that begin with a box are tasks, wherever their list is', () => {
  assert.deepEqual(
    tasksIn(mixed).map(({ line, isChecked }) => [line, isChecked]),
    [
      [1, false],
      [2, true],
      [4, true],
      [6, false],
      [7, false],
      [9, false],
    ],
  )
  assert.deepEqual(tasksIn('[ ] no list\n\n- a [ ] later\n- [y] other\n- \\[ ] escaped'), [])
})

test('ticking changes that one character and nothing else', () => {
  for (const { line, isChecked } of tasksIn(mixed)) {
    const ticked = withTask(mixed, line, !isChecked) ?? ''
    assert.equal(ticked.length, mixed.length)
    assert.equal([...ticked].filter((letter, at) => letter !== mixed[at]).length, 1)
    assert.equal(tasksIn(ticked).find(task => task.line === line)?.isChecked, !isChecked)
  }
  assert.equal(withTask('- [ ] a\r\n- [ ] b\r\n', 1, true), '- [ ] a\r\n- [x] b\r\n')
  assert.equal(withTask('text\n', 0, true), undefined)
})

test('every box that is found can be ticked, in any text', () => {
  const line = fc.constantFrom(
    '- [ ] a',
    '  * [x] b',
    '> 1. [ ] c',
    '    - [ ] d',
    '',
    'text',
    '```',
    '- - [X] e',
    '\t- [ ] f',
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), lines => {
      const text = lines.join('\n')
      for (const { line, isChecked } of tasksIn(text)) {
        const ticked = withTask(text, line, !isChecked) ?? ''
        assert.equal(tasksIn(ticked).find(task => task.line === line)?.isChecked, !isChecked)
      }
    }),
  )
})

test('after others changed the text the same line is found again, if there is just one', () => {
  const before = '- [ ] a\n- [ ] b'
  assert.equal(withTaskAgain('New\n\n- [ ] a\n- [ ] b', before, 1, true), 'New\n\n- [ ] a\n- [x] b')
  assert.equal(withTaskAgain('- [ ] a, changed\n- [ ] b', before, 1, true), '- [ ] a, changed\n- [x] b')
  assert.equal(withTaskAgain('- [ ] a\n- [ ] b, changed', before, 1, true), undefined)
  assert.equal(withTaskAgain('New\n\n- [ ] b\n- [ ] b', before, 1, true), undefined, 'which one is unclear')
})
