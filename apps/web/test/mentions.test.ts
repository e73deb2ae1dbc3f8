import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Member } from '@atrium/tasks/projects/member.contract'
import fc from 'fast-check'
import {
  membersFor,
  mentionQueryAt,
  nameToMention,
  toReadable,
  toStored,
} from '../src/features/tasks/markdown/mentions.ts'

function member(userId: number, name: string, surname: string, email: string | null = null) {
  return { userId, role: 'member', user: { id: userId, name, surname, email } } as unknown as Member
}

const ada = member(1, 'Ada', 'Lovelace', 'ada@example.org')
const adaAgain = member(2, 'Ada', 'Lovelace', 'other@example.org')
const ann = member(3, 'Ann', '', null)
const annLee = member(4, 'Ann', 'Lee', null)

test('an @ starts a mention, after a bracket too, but not inside a word or an address', () => {
  const begun = (text: string) => mentionQueryAt(text, text.length)
  assert.deepEqual(begun('@'), { start: 0, search: '' })
  assert.deepEqual(begun('Ask @ad'), { start: 4, search: 'ad' })
  assert.deepEqual(begun('(@Ada Lo'), { start: 1, search: 'Ada Lo' })
  assert.equal(begun('ada@example'), undefined)
  assert.equal(begun('@Ada Lovelace and'), undefined, 'a name has two words')
  assert.equal(begun('no one'), undefined)
  assert.deepEqual(mentionQueryAt('@ad later', 3), { start: 0, search: 'ad' }, 'the caret counts')
})

test('members are found by prefixes of their name or email, in any order', () => {
  const found = (search: string) => membersFor(search, [ada, ann, annLee]).map(({ userId }) => userId)
  assert.deepEqual(found('a'), [1, 3, 4])
  assert.deepEqual(found('lee ann'), [4])
  assert.deepEqual(found('ADA@'), [1])
  assert.deepEqual(found('da'), [])
})

test('two members with the same name are distinguished by email, or by id without one', () => {
  assert.equal(nameToMention(1, [ada]), 'Ada Lovelace')
  assert.equal(nameToMention(1, [ada, adaAgain]), 'Ada Lovelace (ada@example.org)')
  assert.equal(nameToMention(3, [ann, member(9, 'Ann', '')]), 'Ann (#3)')
  assert.equal(nameToMention(99, [ada]), undefined)
})

test('ids are stored and names are shown; mentions of former members stay ids', () => {
  const people = [ada, ann, annLee]
  assert.equal(toStored('@Ann Lee asks @Ann, @Ada Lovelace.', people), '@[4] asks @[3], @[1].')
  assert.equal(toReadable('@[4] asks @[3] and @[99]', people), '@Ann Lee asks @Ann and @[99]')
  assert.equal(toStored('@Anna and ann@Ann', people), '@Anna and ann@Ann')
})

test('a text survives editing, whatever the names of the members are', () => {
  const word = fc.string({ unit: fc.constantFrom(...'ab(.)$ё[]|\\^*+?'), minLength: 1, maxLength: 4 })
  const people = fc.uniqueArray(fc.tuple(word, word), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(people, fc.array(fc.nat(3), { maxLength: 4 }), (names, order) => {
      const members = names.map(([name, surname], at) => member(at + 1, name, surname))
      const text = order.map(at => `@[${(at % members.length) + 1}]`).join(' , ')
      assert.equal(toStored(toReadable(text, members), members), text)
    }),
  )
})
