import assert from 'node:assert/strict'
import { after } from 'node:test'
import { freePort } from '@atrium/testing/free-port'
import { longTest } from '@atrium/testing/long-test'
import { createFolder } from '@atrium/testing/run-folder'
import { findProxy, startSampleProxy } from '@atrium/testing/sample-proxies'
import { waitUntil } from '@atrium/testing/wait-until'
import { CLIENTS, startLoad } from './load.ts'
import { startReadyService } from './run-sample-service.ts'

/** At least one of each instance. */
const RESTARTS = Number(process.env.RESTARTS ?? 2)

const skip = findProxy('nginx') ? false : 'nginx is not installed'

longTest(
  'a rolling restart behind nginx with the sample configuration fails no request',
  { skip },
  async () => {
    const ports: [number, number] = [await freePort(), await freePort()]
    const instances = await Promise.all(ports.map(port => startInstance(port)))
    const proxy = { identity: await freePort(), tasks: await freePort() }
    const nginx = await startSampleProxy('nginx', createFolder('nginx'), proxy, {
      identity: ports,
      tasks: ports,
    })
    after(nginx.stop)
    const load = startLoad(proxy.identity)
    await waitUntil(() => load.answered > 50 * CLIENTS)
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const at = restart % instances.length
      const instance = instances[at] as Awaited<ReturnType<typeof startInstance>>
      instance.child.kill('SIGTERM')
      assert.equal(await instance.ended, 0)
      instances[at] = await startInstance(ports[at] as number)
      const answered = load.answered
      await waitUntil(() => load.answered > answered + 50 * CLIENTS)
    }
    await load.stop()
    assert.deepEqual(load.failures, [])
  },
)

function startInstance(port: number) {
  return startReadyService({ PORT: String(port), DRAIN_SECONDS: '0.2', LOG_LEVEL: 'silent' })
}
