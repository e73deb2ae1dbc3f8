import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailAddressesIn } from '../src/features/projects/invitations/email-addresses.ts'

test('addresses are found in what people type and paste, each once', () => {
  assert.deepEqual(emailAddressesIn(' ada@example.org '), ['ada@example.org'])
  assert.deepEqual(emailAddressesIn('ada@example.org, boris@example.org;nina@example.org\nADA@example.org'), [
    'ADA@example.org',
    'boris@example.org',
    'nina@example.org',
  ])
  assert.deepEqual(emailAddressesIn('Nina Sample <nina@example.org>, ada@example.org boris@example.org'), [
    'nina@example.org',
    'ada@example.org',
    'boris@example.org',
  ])
  assert.deepEqual(emailAddressesIn(' ,\n; '), [])
})
