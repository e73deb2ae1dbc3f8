import { findDemoProjects } from '@atrium/tasks/development/made-up.queries'
import { type DemoProject, makeDemoProject } from '@atrium/tasks/development/make-demo-project'
import { type DemoPerson, ensureDemoPeople } from '../demo-people.ts'
import { moveTitles, relaunchTitles } from '../demo-titles.ts'
import { withIdentity } from '../identity-deps.ts'
import { withTasks } from '../tasks-deps.ts'
import type { Command } from './command.ts'

const PROGRESS_EVERY_MS = 1000

const projects: DemoProject<DemoPerson>[] = [
  {
    name: 'Website relaunch',
    description: 'Made-up data: a new face for the shop, until the spring.',
    titles: relaunchTitles,
    owner: 'Ada',
    members: { Boris: 'manager', Chloe: 'member', Dmitri: 'member', Elif: 'viewer' },
  },
  {
    name: 'Office move',
    description: 'Made-up data: forty desks, one lift.',
    titles: moveTitles,
    owner: 'Boris',
    members: { Ada: 'manager', Elif: 'member', Femi: 'member', Chloe: 'viewer' },
  },
]

export const demoCommands: Record<string, Command> = {
  demo: {
    usage: '',
    summary: 'fill the system with made-up people, projects and tasks, to look around in',
    run: installation =>
      withTasks(installation, async tasks => {
        const present = await findDemoProjects(tasks.db)
        if (present.length > 0) return alreadyThere(present)
        const { password, emails, actors } = await withIdentity(installation, identity =>
          ensureDemoPeople(identity, tasks),
        )
        const onTask = progress(projects.reduce((sum, project) => sum + project.titles.length, 0))
        const made = []
        for (const project of projects) made.push(await makeDemoProject(tasks, actors, project, onTask))
        return {
          json: { created: true, projects: made, users: emails, password },
          text: [
            ...made.map(({ name, tasks }) => `The project ${name} was made, with ${tasks} tasks.`),
            `Sign in as ${emails.join(', ')}`,
            `password  ${password}   (shown this once, the same for all)`,
          ].join('\n'),
        }
      }),
  },
}

function alreadyThere(present: { id: number; name: string }[]) {
  const names = present.map(({ name }) => name).join(', ')
  return {
    json: { created: false, projects: present },
    text: `Demo data is there already: ${names}. Nothing was made.`,
  }
}

/** Says how far it is, once a second, if it takes longer than that; on stderr, so that the answer stays alone. */
function progress(total: number) {
  let made = 0
  let next = Date.now() + PROGRESS_EVERY_MS
  return () => {
    made += 1
    if (Date.now() < next) return
    next = Date.now() + PROGRESS_EVERY_MS
    process.stderr.write(`${made} of ${total} tasks\n`)
  }
}
