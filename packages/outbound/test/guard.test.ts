import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { OutboundAddressRefused } from '../src/outbound.errors.ts'
import { openOutbound } from '../src/outbound.ts'

const own = {
  IDENTITY_PORT: 4000,
  TASKS_PORT: 4100,
  IDENTITY_URL: 'https://id.example.com',
  TASKS_URL: 'https://tasks.example.com',
}

const addressOf = (address: string): LookupAddress => ({ address, family: isIPv6(address) ? 6 : 4 })

/** Names of this test's own; every other name is unknown, as it is without a network. */
function resolverOf(names: Record<string, string[]>) {
  return async (host: string) => {
    if (/^[\d.]+$|:/.test(host)) return [addressOf(host)]
    if (!names[host]) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
    return names[host].map(addressOf)
  }
}

/** Why an address is refused when it is saved; undefined if it is accepted. */
async function refusalOf(address: string, names: Record<string, string[]> = {}, settings = {}) {
  try {
    await openOutbound({ ...own, ...settings }, resolverOf(names)).check(address, 'url')
    return undefined
  } catch (error) {
    assert.ok(error instanceof OutboundAddressRefused)
    assert.equal(error.code, 'outbound_address_refused')
    assert.equal(error.statusCode, 422)
    return String(error.params.why)
  }
}

/** One address of each network with its first and last neighbours inside. */
const refused = [
  '0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.254',
  '169.254.0.1 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.1 192.0.2.1 192.31.196.1 192.52.193.1',
  '192.88.99.1 192.168.0.0 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1',
  '224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255',
  ':: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:0:7f00:1 64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 2001::1 2001:0:7f00:1::1 2001:2::1 2001:10::1 2001:20::1 2001:db8::1',
  '2002:7f00:1::1 2002:a00:1::1 2620:4f:8000::1 3fff::1 4000::1 5f00::1 9000::1 fc00::1 fdff::1 fe80::1 fec0::1',
  'ff02::1 ffff::1',
]
  .join(' ')
  .split(' ')

const accepted = [
  '1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.1 169.253.0.1',
  '172.15.255.255 172.32.0.0 192.0.1.1 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 223.255.255.255',
  '2001:4860:4860::8888 2606:4700::1111 2a00:1450::1 ::ffff:8.8.8.8',
]
  .join(' ')
  .split(' ')

const inUrl = (address: string) => `https://${address.includes(':') ? `[${address}]` : address}/hook`

for (const address of refused) {
  test(`${address} is refused as it is typed, and as an answer for a name`, async () => {
    assert.equal(await refusalOf(inUrl(address)), 'reserved_network')
    assert.equal(await refusalOf('https://rebind.test/', { 'rebind.test': [address] }), 'reserved_network')
    const mixed = { 'mixed.test': ['8.8.8.8', address] }
    assert.equal(await refusalOf('https://mixed.test/', mixed), 'reserved_network')
  })
}

test('public addresses are accepted over https, and refused over http', async () => {
  for (const address of accepted) {
    assert.equal(await refusalOf(inUrl(address)), undefined, address)
    assert.equal(await refusalOf(inUrl(address).replace('https', 'http')), 'plain_http', address)
  }
})

test('odd spellings of an address are read as browsers read them', async () => {
  const spellings = [
    '2130706433',
    '0x7f000001',
    '017700000001',
    '0177.0.0.1',
    '0x7f.1',
    '127.1',
    '127.0.0.1.',
    '0',
    '%31%32%37.0.0.1',
    '①②⑦.0.0.1',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '[::FFFF:127.0.0.1]',
  ]
  for (const host of spellings) assert.equal(await refusalOf(`https://${host}/`), 'reserved_network', host)
})

test('user names, zones and other schemes are refused', async () => {
  assert.equal(await refusalOf('https://user@example.com/'), 'user_info')
  assert.equal(await refusalOf('https://:secret@example.com/'), 'user_info')
  assert.equal(await refusalOf('https://8.8.8.8@127.0.0.1/'), 'user_info')
  assert.equal(await refusalOf('https://[fe80::1%25eth0]/'), 'malformed')
  assert.equal(await refusalOf('https://zone.test/', { 'zone.test': ['fe80::1%eth0'] }), 'reserved_network')
  for (const address of [
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com',
    'no address',
    '',
  ])
    assert.equal(await refusalOf(address), 'malformed', address)
})

test('a name that cannot be resolved now can be saved; over http only if it is listed', async () => {
  assert.equal(await refusalOf('https://unknown.test/'), undefined)
  assert.equal(await refusalOf('http://unknown.test/'), 'plain_http')
  assert.equal(await refusalOf('http://n8n.lan:5678/', {}, { OUTBOUND_ALLOW: 'n8n.lan' }), undefined)
})

test('a listed network is allowed with http and every port, and nothing beside it', async () => {
  const settings = { OUTBOUND_ALLOW: '10.1.0.0/16, fd00:1::/32 ,192.168.7.7' }
  for (const host of ['10.1.2.3', '10.1.255.255', '[fd00:1::5]', '192.168.7.7', '[::ffff:10.1.2.3]']) {
    assert.equal(await refusalOf(`http://${host}:8123/`, {}, settings), undefined, host)
    assert.equal(await refusalOf(`https://${host}/`, {}, settings), undefined, host)
  }
  for (const host of ['10.2.0.0', '10.0.255.255', '[fd00:2::5]', '192.168.7.8', '127.0.0.1'])
    assert.equal(await refusalOf(`http://${host}/`, {}, settings), 'reserved_network', host)
  const names = { 'in.test': ['10.1.0.9'], 'half.test': ['10.1.0.9', '10.2.0.9'], 'public.test': ['8.8.8.8'] }
  assert.equal(await refusalOf('http://in.test/', names, settings), undefined)
  assert.equal(await refusalOf('http://half.test/', names, settings), 'reserved_network')
  assert.equal(await refusalOf('http://public.test/', names, settings), 'plain_http')
})

test('a listed host is allowed at any address, and no other name of that address', async () => {
  const names = { 'n8n.lan': ['10.0.0.5'], 'other.lan': ['10.0.0.5'], 'sub.n8n.lan': ['10.0.0.5'] }
  const settings = { OUTBOUND_ALLOW: 'N8N.lan' }
  assert.equal(await refusalOf('http://n8n.lan:5678/hook', names, settings), undefined)
  assert.equal(await refusalOf('http://n8n.LAN./hook', names, settings), undefined)
  for (const host of ['other.lan', 'sub.n8n.lan', '10.0.0.5'])
    assert.equal(await refusalOf(`https://${host}/`, names, settings), 'reserved_network', host)
})

test('a NAT64 network that is listed still leads to no private IPv4 address', async () => {
  const settings = { OUTBOUND_ALLOW: '64:ff9b::/96' }
  assert.equal(await refusalOf('https://[64:ff9b::8.8.8.8]/', {}, settings), undefined)
  assert.equal(await refusalOf('https://[64:ff9b::10.0.0.1]/', {}, settings), 'reserved_network')
})

test('nothing allows the addresses of Atrium itself', async () => {
  const OUTBOUND_ALLOW = '0.0.0.0/0,::/0,id.example.com,alias.lan,tasks.internal'
  const settings = { OUTBOUND_ALLOW, TASKS_INTERNAL_URL: 'http://tasks.internal:4199' }
  const [external = '127.0.0.1'] = Object.values(networkInterfaces())
    .flatMap(each => each ?? [])
    .flatMap(({ family, internal, address }) => (family === 'IPv4' && !internal ? [address] : []))
  const names = {
    'alias.lan': ['127.0.0.1'],
    'tasks.internal': ['10.9.9.9'],
    'copy.lan': ['10.9.9.9'],
    'wiki.example.com': ['203.0.113.9'],
    'id.example.com': ['203.0.113.9'],
  }
  const refusedHere = [
    'https://id.example.com/users',
    'https://ID.example.com.:443/',
    'https://tasks.example.com/',
    'http://127.0.0.1:4000/',
    'http://localhost.:4000/',
    'http://127.8.8.8:4100/',
    'http://0.0.0.0:4000/',
    'http://[::1]:4000/',
    'http://[::]:4100/',
    'http://[::ffff:127.0.0.1]:4000/',
    `http://${external}:4100/`,
    'http://alias.lan:4000/',
    'http://tasks.internal:4199/',
    'http://copy.lan:4199/',
    'http://10.9.9.9:4199/',
  ]
  const known = { ...names, localhost: ['::1', '127.0.0.1'] }
  for (const address of refusedHere)
    assert.equal(await refusalOf(address, known, settings), 'own_address', address)
  // Another service of the machine, and another site behind the same reverse proxy.
  for (const address of ['http://127.0.0.1:4001/', 'http://alias.lan/', 'https://wiki.example.com/'])
    assert.equal(await refusalOf(address, known, settings), undefined, address)
})

test('the sentence says why, and names the setting', async () => {
  const outbound = openOutbound(own, resolverOf({}))
  await assert.rejects(outbound.check('https://10.1.2.3:8443/x', 'url'), {
    message:
      'Atrium does not send requests to 10.1.2.3:8443: it leads to the private or reserved network 10.0.0.0/8. If that is intended, the operator can allow the host or its network with OUTBOUND_ALLOW.',
    params: { host: '10.1.2.3:8443', why: 'reserved_network', network: '10.0.0.0/8' },
  })
  for (const address of ['http://8.8.8.8/', 'https://a@example.com', 'https://id.example.com/'])
    await assert.rejects(outbound.check(address, 'url'), /OUTBOUND_ALLOW/)
})
