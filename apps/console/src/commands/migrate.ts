import { migrate } from '@atrium/database/migrate'
import { migrations as identityMigrations } from '@atrium/identity/compose'
import { migrations as tasksMigrations } from '@atrium/tasks/compose'
import { withDatabase } from '../embedded-database.ts'
import { directDatabaseUrls } from '../installation.ts'
import type { Command } from './command.ts'

export const migrateCommands: Record<string, Command> = {
  migrate: {
    usage: '',
    summary: 'run pending migrations of both databases',
    run: installation =>
      withDatabase(installation, async () => {
        const urls = directDatabaseUrls(installation)
        const identity = await migrate(urls.identity, identityMigrations)
        const tasks = await migrate(urls.tasks, tasksMigrations)
        const count = identity.length + tasks.length
        return {
          json: { identity, tasks },
          text:
            count === 0 ? 'Both databases are up to date.' : `Ran: ${[...identity, ...tasks].join(', ')}.`,
        }
      }),
  },
}
