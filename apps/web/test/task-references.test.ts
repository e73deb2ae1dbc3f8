import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitTaskReferences, taskReferencesIn } from '../src/features/tasks/markdown/task-references.ts'

test('keys of tasks are found between words, brackets and signs', () => {
  assert.deepEqual(splitTaskReferences('See WR-12, (ОФ-3) and WR-12.'), [
    'See ',
    { key: 'WR-12' },
    ', (',
    { key: 'ОФ-3' },
    ') and ',
    { key: 'WR-12' },
    '.',
  ])
  assert.deepEqual(taskReferencesIn('WR-12 after WR-12 and A-1'), ['WR-12', 'A-1'])
})

test('words, paths, file names and parts of longer names are no keys', () => {
  for (const text of ['covid-19', 'x/WR-12', 'WR-12.pdf', 'AWR-12-3', 'WR-', 'ABCDEFG-1', 'WR-12a', ''])
    assert.deepEqual(taskReferencesIn(text), [], text)
})
