import { createDemoProject, type DemoProject } from '@atrium/tasks/development/sample-data.commands'
import { listDemoProjects } from '@atrium/tasks/development/sample-data.queries'
import { type DemoPerson, ensureDemoPeople } from '../demo-people.ts'
import { moveTitles, relaunchTitles } from '../demo-titles.ts'
import { withIdentity } from '../identity-deps.ts'
import { withTasks } from '../tasks-deps.ts'
import type { Command } from './command.ts'

const PROGRESS_EVERY_MS = 1000

const projects: DemoProject<DemoPerson>[] = [
  {
    name: 'Website relaunch',
    description: 'Demo data: redesign the online shop by spring.',
    titles: relaunchTitles,
    owner: 'Ada',
    members: { Boris: 'manager', Chloe: 'member', Dmitri: 'member', Elif: 'viewer' },
  },
  {
    name: 'Office move',
    description: 'Demo data: move forty desks with one elevator.',
    titles: moveTitles,
    owner: 'Boris',
    members: { Ada: 'manager', Elif: 'member', Femi: 'member', Chloe: 'viewer' },
  },
]

export const demoCommands: Record<string, Command> = {
  demo: {
    usage: '',
    summary: 'create demo users, projects and tasks',
    run: installation =>
      withTasks(installation, async tasks => {
        const present = await listDemoProjects(tasks.db)
        if (present.length > 0) return alreadyThere(present)
        const { password, emails, actors } = await withIdentity(installation, identity =>
          ensureDemoPeople(identity, tasks),
        )
        const onTask = progress(projects.reduce((sum, project) => sum + project.titles.length, 0))
        const created = []
        for (const project of projects) created.push(await createDemoProject(tasks, actors, project, onTask))
        return {
          json: { created: true, projects: created, users: emails, password },
          text: [
            ...created.map(({ name, tasks }) => `Created project ${name} with ${tasks} tasks.`),
            `Sign in as ${emails.join(', ')}`,
            `password  ${password}   (shown once, the same for all users)`,
          ].join('\n'),
        }
      }),
  },
}

function alreadyThere(present: { id: number; name: string }[]) {
  const names = present.map(({ name }) => name).join(', ')
  return {
    json: { created: false, projects: present },
    text: `Demo data already exists: ${names}. Nothing was created.`,
  }
}

/** Reports progress once a second, on stderr so that stdout contains only the result. */
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
