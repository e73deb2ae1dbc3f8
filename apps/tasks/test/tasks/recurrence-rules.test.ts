import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import rrule from 'rrule'
import { parseRule, printRule, type Rule, weekdays } from '#tasks/recurrence/rule.contract.ts'
import { datesAfter, explicitRule, occurrencesOf } from '#tasks/recurrence/rule-dates.contract.ts'

const runs = Number(process.env.RULE_RUNS ?? 60)
const { rrulestr } = rrule

function ruleOf(text: string) {
  const rule = parseRule(text)
  assert.ok(rule, text)
  return rule
}

function first(count: number, dates: Iterable<string>) {
  const found: string[] = []
  for (const date of dates) {
    if (found.length === count) break
    found.push(date)
  }
  return found
}

const someOf = <Value>(values: readonly Value[], maxLength: number) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength })
const plainDays = someOf(weekdays, 4).map(days => days.map(weekday => ({ weekday })))
const ordinalDays = fc.array(
  fc.record({ weekday: fc.constantFrom(...weekdays), ordinal: fc.constantFrom(1, 2, 3, 4, 5, -1, -2) }),
  {
    minLength: 1,
    maxLength: 3,
  },
)
const monthDays = someOf([...Array.from({ length: 31 }, (_, day) => day + 1), -1, -2, -31], 4)
const months = someOf(
  Array.from({ length: 12 }, (_, month) => month + 1),
  4,
)
const or = <Value>(values: fc.Arbitrary<Value[]>) => fc.oneof(fc.constant<Value[]>([]), values)

/** Rules that are likely to name days: an interval of 40 with three limits names hardly any. */
const rules: fc.Arbitrary<Rule> = fc
  .constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY')
  .chain(frequency =>
    fc.record({
      frequency: fc.constant(frequency as Rule['frequency']),
      interval: fc.oneof(fc.constant(1), fc.integer({ min: 2, max: 12 })),
      byDay: or(
        frequency === 'MONTHLY' || frequency === 'YEARLY' ? fc.oneof(plainDays, ordinalDays) : plainDays,
      ),
      byMonthDay: frequency === 'WEEKLY' ? fc.constant<number[]>([]) : or(monthDays),
      byMonth: or(months),
      weekStart: fc.constantFrom(...weekdays),
      end: fc.oneof(
        fc.constant({}),
        fc.integer({ min: 1, max: 20 }).map(count => ({ count })),
        fc.integer({ min: 0, max: 3000 }).map(days => ({ until: day(days) })),
      ),
    }),
  )
  // Every seventh day is always the same weekday. If the rule names others, it has no dates, and the other
  // implementation looks for them up to the year 9999.
  .filter(({ frequency, interval, byDay }) => !(frequency === 'DAILY' && interval === 7 && byDay.length > 0))
  .map(({ end, ...rule }) => ({ ...rule, ...end }))

/** Days after 1 January 2023: leap years and both ends of a year are near. */
function day(days: number) {
  return new Date(Date.UTC(2023, 0, 1 + days)).toISOString().slice(0, 10)
}

const SHOWN = 20

/** The other implementation looks at each day of a year for each day or week, which takes long. */
function lastDay({ frequency }: Rule) {
  return frequency === 'DAILY' || frequency === 'WEEKLY' ? '2026-12-31' : '2036-12-31'
}

/** It doesn't count a start that the rule does not name. */
function independentDates({ count, ...rule }: Rule, start: string) {
  const last = lastDay(rule)
  const until = rule.until && rule.until < last ? rule.until : last
  const text = printRule({ ...rule, until }).replace(/(UNTIL=\d+)/, '$1T000000Z')
  const named = rrulestr(`DTSTART:${start.replaceAll('-', '')}T000000Z\nRRULE:${text}`)
  const dates = named.all((_date, index) => index <= SHOWN).map(date => date.toISOString().slice(0, 10))
  return [start, ...dates.filter(date => date > start)].slice(0, Math.min(count ?? SHOWN, SHOWN))
}

test('the dates are those of an independent implementation', () => {
  const starts = fc.integer({ min: 0, max: 800 }).map(day)
  fc.assert(
    fc.property(rules, starts, (rule, start) => {
      const own = first(SHOWN, occurrencesOf(rule, start)).filter(date => date <= lastDay(rule))
      assert.deepEqual(own, independentDates(rule, start), printRule(rule))
    }),
    { numRuns: runs },
  )
})

test('a rule survives printing, stating its days, and a start at one of its later dates', () => {
  fc.assert(
    fc.property(rules, fc.integer({ min: 0, max: 800 }).map(day), (given, start) => {
      const { count: _, ...rule } = given
      assert.equal(printRule(ruleOf(printRule(given))), printRule(given))
      const dates = first(8, datesAfter(rule, start, start))
      assert.deepEqual(first(8, datesAfter(explicitRule(rule, start), start, start)), dates)
      const [, second, ...later] = dates
      if (second)
        assert.deepEqual(first(later.length, datesAfter(explicitRule(rule, start), second, second)), later)
    }),
    { numRuns: runs },
  )
})

test('rules of the subset are read in any spelling and printed in one', () => {
  const printed: [string, string][] = [
    ['rrule:freq=weekly;byday=th,mo,MO', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    ['FREQ=MONTHLY;INTERVAL=1;BYDAY=-1FR,2MO', 'FREQ=MONTHLY;BYDAY=2MO,-1FR'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1,15,1;UNTIL=20270301', 'FREQ=MONTHLY;BYMONTHDAY=1,15,-1;UNTIL=20270301'],
    ['WKST=SU;COUNT=4;FREQ=DAILY', 'FREQ=DAILY;COUNT=4;WKST=SU'],
  ]
  for (const [given, text] of printed) assert.equal(printRule(ruleOf(given)), text)
  const refused = [
    '',
    'FREQ=HOURLY',
    'BYDAY=MO',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1000',
    'FREQ=WEEKLY;BYDAY=2MO',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYDAY=6MO',
    'FREQ=MONTHLY;BYDAY=0MO',
    'FREQ=MONTHLY;BYDAY=XX',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=YEARLY;BYMONTH=13',
    'FREQ=DAILY;COUNT=2;UNTIL=20270301',
    'FREQ=DAILY;UNTIL=20270230',
    'FREQ=DAILY;UNTIL=2027-03-01',
    'FREQ=DAILY;BYSETPOS=1',
    'FREQ=DAILY;INTERVAL=',
    'FREQ=DAILY;INTERVAL=2=3',
  ]
  for (const text of refused) assert.equal(parseRule(text), undefined, text)
})

test('months without the day are left out, and a rule without days ends', () => {
  assert.deepEqual(first(4, occurrencesOf(ruleOf('FREQ=MONTHLY'), '2026-01-31')), [
    '2026-01-31',
    '2026-03-31',
    '2026-05-31',
    '2026-07-31',
  ])
  assert.deepEqual(first(3, occurrencesOf(ruleOf('FREQ=YEARLY'), '2024-02-29')), [
    '2024-02-29',
    '2028-02-29',
    '2032-02-29',
  ])
  const never = ruleOf('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30')
  assert.deepEqual([...datesAfter(never, '2026-01-01', '2026-01-01')], [])
  assert.deepEqual(first(3, occurrencesOf(ruleOf('FREQ=WEEKLY;BYDAY=MO;COUNT=2'), '2026-11-18')), [
    '2026-11-18',
    '2026-11-23',
  ])
})
