import { Conflict } from '@atrium/core/errors'
import type { Deps } from '#deps.ts'
import { createProject } from '#projects/project.commands.ts'
import { findFirstUser } from './made-up.queries.ts'
import { fillProject } from './made-up-project.ts'
import { makeUpTitles } from './made-up-words.ts'

/** Fills the named project, or a new one of the first user. */
export async function generate(
  deps: Deps,
  { projectId, tasks }: { projectId?: number | undefined; tasks: number },
) {
  return fillProject(deps, projectId ?? (await newProject(deps)), makeUpTitles(tasks))
}

async function newProject(deps: Deps) {
  const user = await findFirstUser(deps.db)
  if (!user) throw new Conflict('There is no user yet whose project it could be; sign in once')
  const actor = { id: user.id, passportId: user.passportId ?? 0, roles: [], permissions: new Set<string>() }
  const { id } = await createProject(deps, actor, { name: 'Made-up project' })
  return id
}
