import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Condition, type Filter, parseFilter } from '#views/filter.contract.ts'
import { type FieldKind, type FilterValue, filterFields, operatorsOf } from '#views/filter-fields.contract.ts'
import { printFilter } from '#views/filter-text.contract.ts'
import { FilterError } from '#views/filter-tokens.contract.ts'
import { resolveDay } from '#views/filter-values.contract.ts'

test('a filter is read with the usual precedence, and printed back', () => {
  const me = { field: 'assignee', operator: '=', values: ['me'] }
  const high = { field: 'priority', operator: '=', values: ['high', 4] }
  const soon = { field: 'due', operator: '<', values: ['today+7'] }
  const cases: [string, object, string?][] = [
    ['', { all: [] }],
    ['  ', { all: [] }, ''],
    ['assignee = me', me],
    ['ASSIGNEE=Me', me, 'assignee = me'],
    ['(assignee = me)', me, 'assignee = me'],
    ['(assignee = me or priority = high,4) and due < today+7', { all: [{ any: [me, high] }, soon] }],
    [
      'assignee = me or priority = high , 4 and due < today+07',
      { any: [me, { all: [high, soon] }] },
      'assignee = me or (priority = high,4 and due < today+7)',
    ],
    ['not assignee = me and due < today+7', { all: [{ not: me }, soon] }],
    ['not (assignee = me and due < today+7)', { not: { all: [me, soon] } }],
    ['overdue', { field: 'overdue', operator: '=', values: [true] }, 'overdue = true'],
    ['not overdue', { not: { field: 'overdue', operator: '=', values: [true] } }, 'not overdue = true'],
    ['due = none,today-0', { field: 'due', operator: '=', values: [null, 'today'] }, 'due = none,today'],
    ['estimate >= 1h30m', { field: 'estimate', operator: '>=', values: [5400] }],
    ['tracked > 90', { field: 'tracked', operator: '>', values: [90] }, 'tracked > 1m30s'],
    [
      'column = "In \\"progress\\"",Готово',
      { field: 'column', operator: '=', values: ['In "progress"', 'Готово'] },
    ],
    ['title ~ 2026', { field: 'title', operator: '~', values: ['2026'] }, 'title ~ "2026"'],
    ['sticker = "none"', { field: 'sticker', operator: '=', values: ['none'] }],
    ['Label = Bug', { field: 'sticker', operator: '=', values: ['Bug'] }, 'sticker = Bug'],
    ['status = 3', { field: 'column', operator: '=', values: [3] }, 'column = 3'],
  ]
  for (const [text, tree, printed = text] of cases) {
    assert.deepEqual(parseFilter(text), tree, text)
    assert.equal(printFilter(tree as Filter), printed)
  }
})

test('a wrong filter says where and what was expected', () => {
  const cases: [string, string, number][] = [
    ['and', 'filter_condition_expected', 1],
    ['assignee = me and', 'filter_condition_expected', 18],
    ['assignee = me or or', 'filter_condition_expected', 18],
    ['()', 'filter_condition_expected', 2],
    ['colour = 1', 'filter_field_unknown', 1],
    ['constructor = 1', 'filter_field_unknown', 1],
    ['assignee', 'filter_operator_expected', 9],
    ['assignee < 3', 'filter_operator_expected', 10],
    ['assignee = you', 'filter_person_expected', 12],
    ['assignee = me,', 'filter_person_expected', 15],
    ['project = 0', 'filter_id_or_name_expected', 11],
    ['board = ""', 'filter_id_or_name_expected', 9],
    ['number > many', 'filter_number_expected', 10],
    ['estimate > 5x', 'filter_duration_expected', 12],
    ['due < 2026-02-30', 'filter_date_expected', 7],
    ['due < today+7days', 'filter_date_expected', 7],
    ['due < none', 'filter_none_not_allowed', 7],
    ['creator = none', 'filter_none_not_allowed', 11],
    ['due < today,today', 'filter_too_many_values', 13],
    ['text ~ )', 'filter_text_expected', 8],
    ['overdue = yes', 'filter_boolean_expected', 11],
    ['(overdue', 'filter_parenthesis_expected', 9],
    ['overdue overdue', 'filter_end_expected', 9],
    ['overdue)', 'filter_end_expected', 8],
    ['title ~ "open', 'filter_quote_expected', 9],
    ['!overdue', 'filter_condition_expected', 1],
    [`${'('.repeat(12)}overdue${')'.repeat(12)}`, 'filter_too_complex', 12],
    [`priority = 1${',1'.repeat(200)}`, 'filter_too_many_values', 412],
    [`overdue${' or overdue'.repeat(100)}`, 'filter_too_complex', 1101],
  ]
  for (const [text, code, position] of cases) {
    assert.throws(
      () => parseFilter(text),
      (error: FilterError) => error.code === code && error.position === position,
      `${text} → ${code} at ${position}, but ${describe(text)}`,
    )
  }
})

function describe(text: string) {
  try {
    return JSON.stringify(parseFilter(text))
  } catch (error) {
    return (error as Error).message
  }
}

test('days are relative to today', () => {
  assert.equal(resolveDay('2026-01-31', '2026-03-01'), '2026-01-31')
  assert.equal(resolveDay('today', '2026-03-01'), '2026-03-01')
  assert.equal(resolveDay('today-1', '2024-03-01'), '2024-02-29')
  assert.equal(resolveDay('today+31', '2026-12-31'), '2027-01-31')
})

const names = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
const valuesOfKind: Record<FieldKind, fc.Arbitrary<FilterValue>> = {
  record: fc.integer({ min: 1, max: 1e12 }),
  person: fc.oneof(fc.constant('me'), fc.integer({ min: 1, max: 1e12 })),
  number: fc.oneof(
    fc.integer(),
    fc.integer({ min: -1e6, max: 1e6 }).map(number => number / 8),
  ),
  duration: fc.nat(1e9 - 1),
  date: fc.oneof(
    fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map(iso),
    fc
      .integer({ min: -99999, max: 99999 })
      .map(days => (days ? `today${days > 0 ? '+' : ''}${days}` : 'today')),
  ),
  text: names,
  words: names,
  boolean: fc.boolean(),
}

function iso(date: Date) {
  return date.toISOString().slice(0, 10)
}

const conditions: fc.Arbitrary<Condition> = fc
  .constantFrom(...Object.entries(filterFields))
  .chain(([field, definition]) => {
    const { kind, isNullable, hasNames } = { isNullable: false, hasNames: false, ...definition }
    return fc.constantFrom(...operatorsOf[kind]).chain(operator => {
      const value = hasNames ? fc.oneof(valuesOfKind[kind], names) : valuesOfKind[kind]
      const isEquality = operator === '=' || operator === '!='
      const values = fc.array(isNullable && isEquality ? fc.option(value) : value, {
        minLength: 1,
        maxLength: /[<>]/.test(operator) ? 1 : 4,
      })
      return values.map(values => ({ field, operator, values }))
    })
  })

const filters = fc.letrec<{ filter: Filter; group: Filter[] }>(tie => ({
  group: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    conditions,
    tie('group').map(all => ({ all })),
    tie('group').map(any => ({ any })),
    tie('filter').map(not => ({ not })),
  ),
})).filter

test('every filter survives printing and parsing', () => {
  fc.assert(
    fc.property(filters, filter => {
      assert.deepEqual(parseFilter(printFilter(filter)), filter)
    }),
    { numRuns: 1000 },
  )
})

test('any text is parsed or refused, never an accident', () => {
  const parts = fc.constantFrom(
    'and',
    'or',
    'not',
    '(',
    ')',
    'due',
    '<',
    '=',
    '"',
    'today',
    ',',
    '7',
    '~',
    'é',
    '\\',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(parts).map(words => words.join(' ')),
  )
  fc.assert(
    fc.property(texts, text => {
      try {
        parseFilter(text)
      } catch (error) {
        assert.ok(error instanceof FilterError, String(error))
        assert.ok(error.position >= 1 && error.position <= text.length + 1)
      }
    }),
    { numRuns: 2000 },
  )
})
