import { migrate } from '@atrium/database/migrate'
import { migrations as identityMigrations } from '@atrium/identity/compose'
import { migrations as tasksMigrations } from '@atrium/tasks/compose'
import { withDatabase } from '../embedded-database.ts'
import type { Command } from './command.ts'

export const migrateCommands: Record<string, Command> = {
  migrate: {
    usage: '',
    summary: 'run pending migrations of both databases',
    run: installation =>
      withDatabase(installation, async () => {
        const { IDENTITY_DATABASE_URL = '', TASKS_DATABASE_URL = '' } = installation.environment
        const identity = await migrate(IDENTITY_DATABASE_URL, identityMigrations)
        const tasks = await migrate(TASKS_DATABASE_URL, tasksMigrations)
        const count = identity.length + tasks.length
        return {
          json: { identity, tasks },
          text:
            count === 0 ? 'Both databases are up to date.' : `Ran: ${[...identity, ...tasks].join(', ')}.`,
        }
      }),
  },
}
