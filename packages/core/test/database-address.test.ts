import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDatabaseAddress, readDatabaseAddress } from '../src/database-address.ts'

test('an address with one host stays as it is', () => {
  for (const address of [
    'postgres://db/atrium',
    'postgresql://user:p%40ss@db:6432/atrium?sslmode=verify-full',
    'postgres://atrium@localhost/atrium?host=%2Frun%2Fpostgres',
  ])
    assert.deepEqual(readDatabaseAddress(address), { urls: [address], target: 'any', connectTimeoutMs: 5000 })
})

test('an address with several hosts means the one that accepts writes', () => {
  assert.deepEqual(readDatabaseAddress('postgres://user:p%40s,s@db1:5432,db2,[::1]:5433/atrium'), {
    urls: [
      'postgres://user:p%40s,s@db1:5432/atrium',
      'postgres://user:p%40s,s@db2/atrium',
      'postgres://user:p%40s,s@[::1]:5433/atrium',
    ],
    target: 'primary',
    connectTimeoutMs: 5000,
  })
})

test('target_session_attrs says which server is meant, and other parameters stay', () => {
  const read = (query: string) => readDatabaseAddress(`postgres://db1,db2/atrium?sslmode=verify-full${query}`)
  const urls = ['postgres://db1/atrium?sslmode=verify-full', 'postgres://db2/atrium?sslmode=verify-full']
  for (const [attribute, target] of [
    ['read-write', 'primary'],
    ['primary', 'primary'],
    ['standby', 'standby'],
    ['read-only', 'standby'],
    ['any', 'any'],
  ])
    assert.deepEqual(read(`&target_session_attrs=${attribute}`), { urls, target, connectTimeoutMs: 5000 })
})

test('a single host can be required to accept writes', () => {
  assert.deepEqual(readDatabaseAddress('postgres://db/atrium?target_session_attrs=read-write'), {
    urls: ['postgres://db/atrium'],
    target: 'primary',
    connectTimeoutMs: 5000,
  })
})

test('connect_timeout says how long a new connection may take, in seconds', () => {
  for (const hosts of ['db', 'db1,db2'])
    assert.equal(
      readDatabaseAddress(`postgres://${hosts}/atrium?connect_timeout=20`).connectTimeoutMs,
      20_000,
    )
})

test('several sockets are a list in host=', () => {
  const { urls } = readDatabaseAddress('postgres://atrium@/atrium?host=/run/one,/run/two&port=5432,5433')
  assert.deepEqual(urls, [
    'postgres://atrium@localhost/atrium?host=%2Frun%2Fone&port=5432',
    'postgres://atrium@localhost/atrium?host=%2Frun%2Ftwo&port=5433',
  ])
})

test('a wrong address is refused with what is wanted, without the password', () => {
  for (const [address, problem] of [
    ['mysql://db/atrium', /must be a postgres:\/\/ address/],
    ['postgres://user:secret@db1:5432,/atrium', /Each host .* HOST:PORT, as in postgres:/],
    ['postgres://user:secret@db1:99999,db2/atrium', /"db1:99999" is not/],
    ['postgres://user:secret@db1,db2:port/atrium', /"db2:port" is not/],
    ['postgres://user:secret@db1,db2/atrium?target_session_attrs=writer', /one of: any, read-write, primary/],
    ['postgres://user:secret@db/atrium?connect_timeout=2s', /whole seconds from 1 to 9999; "2s" is not/],
    ['postgres://user:secret@db/atrium?connect_timeout=0', /whole seconds from 1/],
    ['postgres://user:secret@/atrium?host=/run/one,', /must name each host/],
    ['postgres://user:secret@/atrium?host=/a,/b,/c&port=1,2', /one port or one for each/],
  ] as const) {
    assert.throws(
      () => readDatabaseAddress(address),
      ({ message }: Error) => problem.test(message) && !message.includes('secret'),
    )
    assert.ok(!isDatabaseAddress(address))
  }
})
