import { StartRefused } from '@atrium/core/errors'
import { startDatabase } from '../embedded-database.ts'
import { loadExport } from '../export/load-export.ts'
import type { Installation } from '../installation.ts'
import type { Command, Values } from './command.ts'

type Outcome = Awaited<ReturnType<Command['run']>>

/** A product to import from: an entry of the list below. */
interface Source {
  id: string
  run: (installation: Installation, values: Values, from: string) => Promise<Outcome>
}

const sources: Source[] = [
  {
    id: 'atrium',
    run: async (installation, _values, folder) => {
      const postgres = await startDatabase(installation) // refuses while the system runs
      try {
        const { rows, exportedAt } = await loadExport(installation, folder)
        return {
          json: { folder, rows, exported_at: exportedAt },
          text: `Imported ${rows} records of the export from ${exportedAt}.`,
        }
      } finally {
        await postgres?.stop()
      }
    },
  },
]

export const importCommands: Record<string, Command> = {
  import: {
    usage: 'SOURCE FILE',
    summary:
      'import FILE from another product; `import atrium FOLDER` loads what `export` has written into an empty installation',
    takes: ['SOURCE', 'FILE'],
    withoutInstallation: 'create',
    run: async (installation, values, [id = '', from = '']) => {
      const source = sources.find(one => one.id === id)
      if (!source) throw new StartRefused(`SOURCE must be one of ${sources.map(one => one.id).join(', ')}.`)
      return source.run(installation, values, from)
    },
  },
}
