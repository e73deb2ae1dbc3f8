import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toCsv } from '../src/csv.ts'

test('rows end with CRLF, and cells are quoted where they must be', () => {
  const rows = [
    ['name', 'seconds'],
    ['Lee, Ann', 60],
    ['"The boss"', -1],
    ['two\nlines', 0],
    ['plain', null],
  ]
  assert.equal(
    toCsv(rows),
    'name,seconds\r\n"Lee, Ann",60\r\n"""The boss""",-1\r\n"two\nlines",0\r\nplain,\r\n',
  )
})

test('all cells can be quoted, including empty ones', () => {
  assert.equal(toCsv([['a', 1, null, undefined, '']], { quotes: true }), '"a","1","","",""\r\n')
})

for (const formula of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '=1\n+1']) {
  test(`a spreadsheet does not run ${JSON.stringify(formula)}`, () => {
    const [, cell] = toCsv([['text', formula]]).split(',')
    assert.match(String(cell), /^"?'/)
  })
}
