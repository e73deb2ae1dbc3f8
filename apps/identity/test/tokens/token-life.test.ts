import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WORKERS } from '@atrium/testing/workers'
import fc from 'fast-check'
import { setClientActive } from '#oauth/clients/client.commands.ts'
import { advanceClock, freezeClock, sharedIdentity } from '../identity-service.ts'
import { as, createUser, introspect, type Person, registerClient, tokenRequest } from '../people.ts'
import { TokenModel } from '../token-model.ts'

const RUNS = Number(process.env.MODEL_RUNS ?? 25)

const identity = await sharedIdentity()
const { deps } = identity
/** Other processes have clocks of their own. */
const canWait = WORKERS === 1
if (canWait) freezeClock(deps)

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'signIn' as const, pick: 0 }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('refresh' as const), pick: fc.nat(20) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('replay' as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refreshAtOnce' as const), pick: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('logout' as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('logoutAll' as const), pick: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'disableClient' as const, pick: 0 }) },
  {
    weight: canWait ? 4 : 0,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      pick: fc.constantFrom(5, 20, 31, 3601, 86_400 * 16),
    }),
  },
)

test(`random sequences of token operations match the model (${RUNS} runs)`, async () => {
  const person = await createUser(identity)
  const life = fc.array(step, { minLength: 3, maxLength: 14 })
  await fc.assert(
    fc.asyncProperty(life, steps => runSteps(person, steps)),
    { numRuns: RUNS },
  )
})

interface Step {
  kind: 'signIn' | 'refresh' | 'replay' | 'refreshAtOnce' | 'logout' | 'logoutAll' | 'disableClient' | 'wait'
  pick: number
}

async function runSteps(person: Person, steps: Step[]) {
  const client = await registerClient(identity, { scope: 'user:read' })
  const model = new TokenModel(() => deps.now().getTime())
  const act = actions(person, client, model)
  for (const { kind, pick } of steps) {
    await act[kind](pick)
    for (const [issued, isActive] of model.accessTokens()) {
      assert.equal((await introspect(identity, issued)).active, isActive, `after ${kind}`)
    }
  }
  await setClientActive(deps, client.clientId, false) // the next run starts without sessions
}

function actions(
  person: Person,
  client: Awaited<ReturnType<typeof registerClient>>,
  model: TokenModel,
): Record<Step['kind'], (pick: number) => Promise<void>> {
  const credentials = { client_id: client.clientId, client_secret: client.clientSecret ?? '' }
  const request = async (form: Record<string, string>) =>
    (await tokenRequest(identity, { ...form, ...credentials })).json()
  const refresh = async (refresh_token: string | undefined, times: number) => {
    if (!refresh_token) return
    const uses = Array.from({ length: times }, () => request({ grant_type: 'refresh_token', refresh_token }))
    for (const answer of await Promise.all(uses)) model.refreshed(refresh_token, answer)
  }
  return {
    signIn: async () =>
      model.signedIn(
        await request({ grant_type: 'password', username: person.email, password: person.password }),
      ),
    wait: async seconds => advanceClock(deps, seconds),
    refresh: pick => refresh(model.pickRefreshToken(pick, false), 1),
    replay: pick => refresh(model.pickRefreshToken(pick, true), 1),
    refreshAtOnce: pick => refresh(model.pickRefreshToken(pick, false), 3),
    disableClient: async () => {
      for (const isActive of [false, true]) await setClientActive(deps, client.clientId, isActive)
      model.endAll()
    },
    logout: async pick => {
      const access = model.pickActive(pick)
      if (!access) return
      assert.equal((await as(identity, access)('POST', '/auth/logout')).statusCode, 200)
      model.endFamilyOf(access)
    },
    logoutAll: async pick => {
      const access = model.pickActive(pick)
      if (!access) return
      const { data } = (await as(identity, access)('POST', '/auth/logout-all')).json()
      assert.equal(data.revoked, model.activeCount())
      model.endAll()
    },
  }
}
