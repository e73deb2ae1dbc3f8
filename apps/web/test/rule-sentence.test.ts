import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRule, type Rule } from '@atrium/tasks/tasks/recurrence/rule.contract'
import { ruleSentence } from '../src/features/tasks/recurrence/rule-sentence.ts'

const byCalendar: [string, string, string][] = [
  ['FREQ=DAILY', 'Every day', 'Каждый день'],
  ['FREQ=DAILY;INTERVAL=2', 'Every two days', 'Раз в два дня'],
  ['FREQ=DAILY;INTERVAL=21', 'Every 21 days', 'Раз в 21 день'],
  ['FREQ=DAILY;BYDAY=SA,SU', 'Every week on Saturday and Sunday', 'Каждую неделю по субботам и воскресеньям'],
  [
    'FREQ=DAILY;INTERVAL=3;BYDAY=MO',
    'Every three days if it is a Monday',
    'Раз в три дня, если это понедельник',
  ],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday', 'По будням'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR',
    'Every two weeks on weekdays',
    'Раз в две недели по будням',
  ],
  ['FREQ=WEEKLY;BYDAY=WE', 'Every week on Wednesday', 'Каждую неделю по средам'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;UNTIL=20270301',
    'Every two weeks on Monday and Thursday, until March 1, 2027',
    'Раз в две недели по понедельникам и четвергам, до 1 марта 2027 г.',
  ],
  [
    'FREQ=WEEKLY;INTERVAL=5;BYDAY=FR;COUNT=5',
    'Every five weeks on Friday, 5 times',
    'Раз в пять недель по пятницам, 5 раз',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=16;COUNT=22',
    'Every month on the 16th, 22 times',
    'Каждый месяц 16-го числа, 22 раза',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=1,22,-1',
    'Every month on the 1st, 22nd and last day',
    'Каждый месяц 1-го и 22-го числа и в последний день',
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=-3', 'Every month on the 3rd to last day', 'Каждый месяц в 3-й день с конца'],
  [
    'FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU',
    'Every three months on the second Tuesday',
    'Раз в три месяца во второй вторник',
  ],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'Every month on the last Friday', 'Каждый месяц в последнюю пятницу'],
  [
    'FREQ=MONTHLY;BYDAY=-2SU',
    'Every month on the second to last Sunday',
    'Каждый месяц во второе с конца воскресенье',
  ],
  ['FREQ=MONTHLY;BYDAY=MO', 'Every month on every Monday', 'Каждый месяц по понедельникам'],
  [
    'FREQ=MONTHLY;BYDAY=1WE,3WE',
    'Every month on the first Wednesday and the third Wednesday',
    'Каждый месяц в первую среду и в третью среду',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR;UNTIL=20270301',
    'Every month on the 13th if it is a Friday, until March 1, 2027',
    'Каждый месяц 13-го числа, если это пятница, до 1 марта 2027 г.',
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=1;BYMONTH=1,7',
    'Every month on the 1st in January and July',
    'Каждый месяц 1-го числа в январе и июле',
  ],
  ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=16', 'Every year on November 16', 'Каждый год 16 ноября'],
  ['FREQ=YEARLY;INTERVAL=5;BYMONTH=5;BYMONTHDAY=9', 'Every five years on May 9', 'Раз в пять лет 9 мая'],
  [
    'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
    'Every year on the fourth Thursday of November',
    'Каждый год в четвёртый четверг ноября',
  ],
  [
    'FREQ=YEARLY;BYDAY=20MO',
    'Every year on the 20th Monday of the year',
    'Каждый год в 20-й понедельник года',
  ],
]

const afterCompletion: [string, string, string][] = [
  ['FREQ=DAILY', 'One day after completion', 'Через день после завершения'],
  ['FREQ=WEEKLY;INTERVAL=2', 'Two weeks after completion', 'Через две недели после завершения'],
  ['FREQ=MONTHLY;COUNT=3', 'One month after completion, 3 times', 'Через месяц после завершения, 3 раза'],
  ['FREQ=YEARLY;INTERVAL=12', '12 years after completion', 'Через 12 лет после завершения'],
]

test('a rule is a plain sentence in both languages', () => {
  for (const [mode, cases] of [
    ['calendar', byCalendar],
    ['completion', afterCompletion],
  ] as const) {
    for (const [text, english, russian] of cases) {
      const rule = parseRule(text) as Rule
      assert.equal(ruleSentence(rule, mode, 'en'), english)
      assert.equal(ruleSentence(rule, mode, 'ru').replaceAll(' ', ' '), russian)
    }
  }
})
