import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isDay } from '../src/data/search-params.ts'
import { complete, completionsOf, nameQueryAt, newStickerIn } from '../src/task-text/completion.ts'
import { parseDay } from '../src/task-text/day-words.ts'
import { parseTaskText, type Vocabulary } from '../src/task-text/parse-task-text.ts'

/** A Monday. */
const today = '2026-11-16'

const vocabulary: Vocabulary = {
  today,
  language: 'ru',
  people: [
    { id: 1, names: ['Ann Lee', 'Ann', 'Lee', 'me', 'я'] },
    { id: 2, names: ['Anna Kim', 'Anna', 'Kim'] },
    { id: 3, names: ['Пётр Орлов', 'Пётр', 'Орлов'] },
    { id: 4, names: ['Sam Sample', 'Sam', 'Sample'] },
    { id: 5, names: ['Sam Sample', 'Sam', 'Sample'] },
  ],
  stickers: [
    { id: 11, names: ['Bug'] },
    { id: 12, names: ['To review'] },
    { id: 13, names: ['To ship'] },
  ],
  mayCreateStickers: true,
  priorities: [
    { id: 21, names: ['Low', 'low', 'Низкий'] },
    { id: 22, names: ['High', 'high', 'Высокий'] },
  ],
}

const days: Record<string, string> = {
  today: '2026-11-16',
  'Tomorrow ': '2026-11-17',
  tmr: '2026-11-17',
  fri: '2026-11-20',
  'on Friday': '2026-11-20',
  mon: '2026-11-23',
  'next fri': '2026-11-27',
  'next week': '2026-11-23',
  'in 3 days': '2026-11-19',
  'in a week': '2026-11-23',
  'in 2 weeks': '2026-11-30',
  'in a month': '2026-12-16',
  '24 dec': '2026-12-24',
  'by 24 December': '2026-12-24',
  'Dec 24th, 2027': '2027-12-24',
  '1 jan': '2027-01-01',
  '16 nov': '2026-11-16',
  '15 nov': '2027-11-15',
  '29 feb': '2028-02-29',
  '24.12': '2026-12-24',
  '24.12.27': '2027-12-24',
  '2027-02-01': '2027-02-01',
  сегодня: '2026-11-16',
  завтра: '2026-11-17',
  послезавтра: '2026-11-18',
  пт: '2026-11-20',
  'в пятницу': '2026-11-20',
  'до среды': '2026-11-18',
  'к четвергу': '2026-11-19',
  'в следующую среду': '2026-11-25',
  'через 3 дня': '2026-11-19',
  'через неделю': '2026-11-23',
  'на следующей неделе': '2026-11-23',
  'через месяц': '2026-12-16',
  '24 дек': '2026-12-24',
  '1 мая': '2027-05-01',
  '3 июня 2027': '2027-06-03',
}

test('days are understood in English and Russian words', () => {
  for (const [text, day] of Object.entries(days)) assert.equal(parseDay(text, today, 'ru'), day, text)
})

test('days in another script are understood whatever the language, and the language of a person comes first', () => {
  assert.equal(parseDay('завтра', today, 'en'), '2026-11-17')
  assert.equal(parseDay('tomorrow', today, 'ru'), '2026-11-17')
})

test('a month later is the last day of a shorter month', () => {
  assert.equal(parseDay('in a month', '2027-01-31', 'en'), '2027-02-28')
  assert.equal(parseDay('in 14 months', '2026-12-31', 'en'), '2028-02-29')
})

test('what is not a day is not understood', () => {
  for (const text of [
    '',
    ' ',
    'soon',
    '31 feb',
    '45 dec',
    '13.13',
    'de 24',
    '24',
    'in days ago',
    'через год',
  ])
    assert.equal(parseDay(text, today, 'ru'), undefined, text)
})

test('a weekday is one of the next seven days, and every result is a real day', () => {
  const start = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  const words = fc.constantFrom(...Object.keys(days), 'сб', 'sun', 'Tue', '30 apr', '31 дек')
  fc.assert(
    fc.property(start, words, (date, text) => {
      const from = date.toISOString().slice(0, 10)
      const day = parseDay(text, from, 'ru')
      assert.ok(isDay(day), `${text} from ${from}: ${day}`)
      assert.ok(day >= from || /\d{4}|\d\.\d\d\.\d\d/.test(text), `${text} from ${from}: ${day}`)
    }),
  )
})

function parse(text: string, decisions?: Parameters<typeof parseTaskText>[2]) {
  const { title, tokens } = parseTaskText(text, vocabulary, decisions)
  return [title, ...tokens.map(({ kind, value }) => `${kind} ${value}`)]
}

test('signs set fields anywhere; a day and an estimate count at the end', () => {
  assert.deepEqual(parse('Fix login @ann #bug !high fri 2h'), [
    'Fix login',
    'assignee 1',
    'sticker 11',
    'priority 22',
    'due 2026-11-20',
    'estimate 7200',
  ])
  assert.deepEqual(parse('@Anna Kim Fix #to review the login 1h 30m tomorrow !low'), [
    'Fix the login',
    'assignee 2',
    'sticker 12',
    'estimate 5400',
    'due 2026-11-17',
    'priority 21',
  ])
  assert.deepEqual(parse('Починить вход @Пётр !высокий пт 2ч'), [
    'Починить вход',
    'assignee 3',
    'priority 22',
    'due 2026-11-20',
    'estimate 7200',
  ])
  assert.deepEqual(parse('Позвонить до 24 декабря 1 ч 30 мин'), [
    'Позвонить',
    'due 2026-12-24',
    'estimate 5400',
  ])
  assert.deepEqual(parse('Call Bob on Friday'), ['Call Bob', 'due 2026-11-20'])
  assert.deepEqual(parse('Paint #bug #ship'), ['Paint #ship', 'sticker 11'])
  assert.deepEqual(parse('Paint #to ship #bug'), ['Paint', 'sticker 13', 'sticker 11'])
})

test('words that mean nothing stay in the title', () => {
  for (const text of [
    'Friday report',
    'Call @bob about #25',
    'Watch the sun',
    'Notes of Monday',
    'Отчёт за пятницу',
    'Upgrade to Ubuntu 24.04',
    'Buy 3',
    'Wow!',
    '! @ #',
    'tomorrow',
    '@ann #bug',
    'Ask @an',
    'Ask @Sam Sample',
  ])
    assert.deepEqual(parse(text), [text])
})

test('a field is set once, such as the last day; several people can be named', () => {
  assert.deepEqual(parse('Ask @ann or @anna'), ['Ask or', 'assignee 1', 'assignee 2'])
  assert.deepEqual(parse('Move mon fri'), ['Move mon', 'due 2026-11-20'])
})

test('the user decides: a part can stay text, and an ambiguous name is picked from the list', () => {
  const kept = new Set(['fri', '@ann'])
  assert.deepEqual(parse('Call @Ann Fri 2h', { kept, picked: new Map() }), ['Call @Ann Fri', 'estimate 7200'])
  const picked = new Map([['@sam sample', 5]])
  assert.deepEqual(parse('Ask @Sam Sample', { kept: new Set(), picked }), ['Ask', 'assignee 5'])
})

test('nothing that was typed is lost', () => {
  const words = fc.constantFrom(
    ...['Fix', 'the', 'door', '@ann', '@Anna Kim', '#bug', '#to review', '!high', '!выс', 'fri', 'завтра'],
    ...[
      '24 dec',
      'до пятницы',
      '2h',
      '1h 30m',
      '2 часа',
      '#25',
      '@',
      '!',
      '  ',
      'on',
      'in 3 days',
      '🎉',
      'constructor',
      '__proto__',
    ],
  )
  const texts = fc.array(fc.oneof(words, fc.string()), { maxLength: 10 }).map(parts => parts.join(' '))
  fc.assert(
    fc.property(texts, text => {
      const { title, tokens } = parseTaskText(text, vocabulary)
      for (const token of tokens) assert.equal(text.slice(token.start).startsWith(token.text), true)
      assert.deepEqual(
        wordsOf([title, ...tokens.map(token => token.text)].join(' ')).sort(),
        wordsOf(text).sort(),
      )
      if (text.trim()) assert.notEqual(title, '')
    }),
    { numRuns: 500 },
  )
})

function wordsOf(text: string) {
  return text.split(/\s+/).filter(Boolean)
}

test('a name after a sign is completed', () => {
  assert.equal(nameQueryAt('Mail a@b', 8), undefined)
  assert.equal(nameQueryAt('Fix @an now', 11), undefined)
  const query = nameQueryAt('Fix @an now', 7)
  assert.deepEqual(query, { sign: '@', start: 4, search: 'an' })
  if (!query) return
  assert.deepEqual(
    completionsOf(query, vocabulary).map(({ id }) => id),
    [1, 2],
  )
  assert.deepEqual(complete('Fix @an now', 7, query, 'Anna Kim'), {
    text: 'Fix @Anna Kim now',
    caret: 14,
    inserted: '@Anna Kim',
  })
  const priorities = nameQueryAt('Fix !', 5)
  assert.equal(priorities && completionsOf(priorities, vocabulary).length, 2)
  const exact = nameQueryAt('Fix #bug', 8)
  assert.deepEqual(exact && completionsOf(exact, vocabulary), [])
})

test('a new label is offered to those who may create it, and counts only once it is chosen', () => {
  const offered = (text: string, words = vocabulary) => {
    const query = nameQueryAt(text, text.length)
    return query && newStickerIn(query, words)
  }
  assert.equal(offered('Fix login #Urgent'), 'Urgent')
  assert.equal(offered('Fix login #bug'), undefined, 'it exists')
  assert.equal(offered('Break #25'), undefined, 'a number')
  assert.equal(offered('Ask @Bob'), undefined, 'a person')
  assert.equal(offered('Fix login #Urgent', { ...vocabulary, mayCreateStickers: false }), undefined)

  const nothing = { kept: new Set<string>(), picked: new Map<string, number>() }
  assert.deepEqual(parse('Fix login #Urgent', nothing), ['Fix login #Urgent'])
  const chosen = { ...nothing, created: new Set(['#urgent', '#to']) }
  assert.deepEqual(parse('Fix login #Urgent #to fri', chosen), [
    'Fix login',
    'sticker Urgent',
    'sticker to',
    'due 2026-11-20',
  ])
})
