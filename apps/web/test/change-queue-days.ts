import assert from 'node:assert/strict'
import type { ChangeRequest } from '../src/changes/queued-change.ts'
import { createWorld, type Made, type World } from './change-queue-world.ts'

/** Numbers that look random and are the same for the same seed. */
function randomFrom(seed: number) {
  let state = seed + 1
  return (below: number) => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    state = Math.imul(state ^ (state >>> 12), 0x297a2d39)
    state ^= state >>> 15
    return below <= 0 ? 0 : (state >>> 0) % below
  }
}

type Random = (below: number) => number

const actions = 100

/** People work through outages, reloads, restarts and sign-outs; in the end, everything they did was saved once. */
export async function liveThrough(seed: number) {
  const random = randomFrom(seed)
  const world = createWorld(random)
  for (const browser of world.browsers) {
    world.setUser(browser, 1)
    world.openTab(browser)
  }
  for (let at = 0; at < actions; at++) {
    act(world, random)
    const pace = [2, 10, 40][random(3)] ?? 0
    for (let steps = random(pace); steps > 0; steps--) await world.step()
  }
  await recover(world)
  judge(world, `seed ${seed}`)
}

type Browser = World['browsers'][number]
type Tab = Browser['tabs'][number]
type Act = (place: { world: World; browser: Browser; tab: Tab | undefined; random: Random }) => unknown

/** How often each of them happens, of 70 times. */
const acts: [number, Act][] = [
  [40, ({ world, tab, random }) => tab && world.make(tab, requestOf(random))],
  [
    5,
    ({ browser }) => {
      browser.isOnline = !browser.isOnline
      if (browser.isOnline) for (const { queue } of browser.tabs) queue.send()
    },
  ],
  [2, ({ world }) => world.setServer(false)],
  [4, ({ world }) => world.setServer(true)],
  [
    6, // a reload
    ({ world, browser, tab }) => {
      if (tab) world.closeTab(tab)
      world.openTab(browser)
    },
  ],
  [6, ({ world, browser }) => browser.tabs.length < 3 && world.openTab(browser)],
  [
    2, // a restart
    ({ world, browser }) => {
      for (const open of [...browser.tabs]) world.closeTab(open)
    },
  ],
  [
    1,
    ({ world, browser, random }) => {
      world.signOut(browser)
      assert.deepEqual(browser.stored, [])
      world.setUser(browser, 1 + random(2))
      world.openTab(browser)
    },
  ],
  [1, ({ world, browser }) => world.expire(browser)],
  [1, ({ world, browser }) => world.setUser(browser, undefined)],
  [
    2, // the same or another user, here or on a page of another application
    ({ world, browser, random }) => {
      world.setUser(browser, 1 + random(2))
      if (random(2) === 0) world.openTab(browser)
    },
  ],
]

function act(world: World, random: Random) {
  const browser = world.browsers[random(2)] as Browser
  const tab = browser.tabs[random(browser.tabs.length)]
  let left = random(70)
  const chosen = acts.find(([share]) => {
    left -= share
    return left < 0
  })
  chosen?.[1]({ world, browser, tab, random })
}

function requestOf(random: Random): ChangeRequest {
  const taskId = 1 + random(3)
  const text = String(random(1_000_000_000))
  const kind = random(8)
  if (kind === 0) return { kind: 'create', task: { title: text, columnId: 1 } }
  if (kind === 1) return { kind: 'comment', taskId, text }
  if (kind === 2) return { kind: 'move', taskId, target: { columnId: 1 + random(3) } }
  if (kind === 3) return checklistChange(random, taskId, text)
  if (kind === 4) return relationChange(random, taskId)
  if (kind === 5) return { kind: 'reaction', taskId, commentId: 1, emoji: '👍', isOn: random(2) === 0 }
  if (kind === 6) return { kind: 'vote', taskId, isOn: random(2) === 0 }
  return { kind: 'fields', taskId, changes: { title: text }, ...(random(2) === 0 && { version: 1 }) }
}

function checklistChange(random: Random, taskId: number, title: string): ChangeRequest {
  const itemId = 1 + random(2)
  const kind = random(3)
  if (kind === 0) return { kind: 'item', taskId, title }
  if (kind === 1) return { kind: 'itemDelete', taskId, itemId }
  return { kind: 'itemEdit', taskId, itemId, changes: { isDone: random(2) === 0 } }
}

function relationChange(random: Random, taskId: number): ChangeRequest {
  if (random(2) === 0) return { kind: 'relationDelete', taskId, relationId: 1 + random(2) }
  return { kind: 'relation', taskId, type: 'blocks', otherId: 1 + (taskId % 3) }
}

/** The network and the server are back, and in every browser, somebody is there. */
async function recover(world: World) {
  world.setServer(true)
  for (const browser of world.browsers) {
    browser.isOnline = true
    if (!browser.hasSession) world.setUser(browser, browser.user ?? browser.owner ?? 1)
    for (const tab of [...browser.tabs]) world.closeTab(tab)
    world.openTab(browser)
  }
  for (let steps = 0; steps < 20_000; steps++) if (!(await world.step())) return
  assert.fail('it never comes to rest')
}

function judge({ made, applied, browsers, faults }: World, message: string) {
  assert.deepEqual(faults, [], message)
  for (const { user, as, id } of applied)
    assert.equal(as, user, `${message}: ${id} was sent in the session of another user`)
  const queues = browsers.flatMap(({ tabs }) => tabs.map(({ queue }) => queue.state()))
  for (const { waiting } of queues) assert.deepEqual(waiting, [], `${message}: something still waits`)
  const listed = new Set(queues.flatMap(({ refused }) => refused.map(({ id }) => id)))
  const times = Map.groupBy(applied, ({ id }) => id)
  for (const change of made.values()) {
    const count = times.get(change.id)?.length ?? 0
    judgeChange(change, count, listed.has(change.id), `${message}: ${change.id} (${change.request.kind})`)
  }
  inOrder(made, applied, message)
}

function judgeChange(
  { request, isStored, isGivenUp, told }: Made,
  count: number,
  isListed: boolean,
  what: string,
) {
  const hasKey = request.kind !== 'fields'
  if (hasKey) assert.ok(count <= 1, `${what} was saved ${count} times`)
  if (hasKey && told === 'saved') assert.equal(count, 1, `${what} was lost`)
  const isOwed = isStored && !isGivenUp && !told
  if (isOwed) assert.ok(count > 0 || isListed, `${what} was lost`)
}

/** What one browser does to a task is saved in the order in which it was done. */
function inOrder(made: World['made'], applied: World['applied'], message: string) {
  const order = new Map([...made.keys()].map((id, at) => [id, at]))
  const lanes = Map.groupBy(
    applied,
    ({ id, taskId }) => `${made.get(id)?.browser} ${made.get(id)?.user} ${taskId}`,
  )
  for (const [lane, entries] of lanes) {
    const positions = entries.map(({ id }) => order.get(id) ?? 0)
    const isSorted = positions.every((position, at) => at === 0 || position >= (positions[at - 1] ?? 0))
    assert.ok(isSorted, `${message}: ${lane} was saved in the order ${positions}`)
  }
}
