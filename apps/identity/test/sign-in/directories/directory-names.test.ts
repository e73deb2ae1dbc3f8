import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainOf, fillFilter, subjectOf, valueOfSubject } from '#sign-in/directories/directory-names.ts'

test('nothing in a login changes the filter that it is put into', () => {
  const filled = fillFilter('(uid={login})', 'login', '*)(uid=\\\0$&{login}')
  assert.equal(filled, '(uid=\\2a\\29\\28uid=\\5c\\00$&{login})')
  assert.equal(fillFilter(' (|(uid={login})(mail={login})) ', 'login', 'Ада'), '(|(uid=Ада)(mail=Ада))')
})

test('an objectGUID reads as Active Directory writes it, and leads back to its bytes', () => {
  const bytes = Buffer.from('f3b8d6a1c2e4974490abcdef01234567', 'hex')
  const guid = subjectOf('objectGUID', bytes)
  assert.equal(guid, 'a1d6b8f3-e4c2-4497-90ab-cdef01234567')
  assert.deepEqual(valueOfSubject('objectguid', guid), bytes)
})

test('other identifiers are text, or hexadecimal if they are none', () => {
  assert.equal(subjectOf('entryUUID', Buffer.from('5b9b0ac6')), '5b9b0ac6')
  assert.equal(valueOfSubject('entryUUID', '5b9b0ac6'), '5b9b0ac6')
  const bytes = Buffer.from([0xff, 0x00, 0xc3])
  assert.equal(subjectOf('serial', bytes), 'hex:ff00c3')
  assert.deepEqual(valueOfSubject('serial', 'hex:ff00c3'), bytes)
})

test('the issuer is the domain, so that a narrower base keeps the accounts', () => {
  assert.equal(domainOf('OU=People, DC=Example,DC=org'), 'dc=example,dc=org')
  assert.equal(domainOf('dc=example,dc=org'), 'dc=example,dc=org')
  assert.equal(domainOf('ou=people,o=Example\\, Inc'), 'o=example\\, inc')
})
