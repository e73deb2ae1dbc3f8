import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sharedServices } from '../../tasks/test/both-services.ts'
import { createRandomProject, forAnySteps } from '../../tasks/test/exports/random-project.ts'
import { createTeam } from '../../tasks/test/team.ts'
import { run } from './atrium.ts'
import { comparable, createOther } from './exported-installation.ts'

const services = await sharedServices()
const home = mkdtempSync(join(tmpdir(), 'atrium-export-'))
after(() => rmSync(home, { recursive: true, force: true }))

test('whatever is done in an installation, its export comes back', async () => {
  const team = await createTeam(services)
  let number = 0
  const exportTo = async (installation: Parameters<typeof run>[0]) => {
    const folder = join(home, String(++number))
    const { code, stderr } = await run(installation, 'export', folder)
    assert.equal(code, 0, stderr)
    return folder
  }
  await forAnySteps(15, async steps => {
    await createRandomProject(services, team, steps)
    const first = await exportTo({ environment: services.environment })
    const other = await createOther(services.environment)
    const { code, stderr } = await run(other, 'import', 'atrium', first)
    assert.equal(code, 0, stderr)
    assert.deepEqual(comparable(await exportTo(other)), comparable(first))
  })
})
