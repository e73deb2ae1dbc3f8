import { withDatabase } from '../embedded-database.ts'
import { writeExport } from '../export/write-export.ts'
import type { Command } from './command.ts'

export const exportCommands: Record<string, Command> = {
  export: {
    usage: 'FOLDER',
    summary:
      'write everything to FOLDER, in files that other programs can read and that `import atrium` loads into an empty installation; with password hashes and secrets that are not encrypted: keep it secret. Atrium can keep running',
    takes: ['FOLDER'],
    run: async (installation, _values, [folder = '']) => {
      const { rows, files, missingFiles } = await withDatabase(installation, () =>
        writeExport(installation, folder),
      )
      return {
        json: { folder, rows, files, missing_files: missingFiles, contains_secrets: true },
        text: [
          `Exported ${rows} records and ${files} files to ${folder}. It contains password hashes and secrets that are not encrypted: keep it secret.`,
          ...(missingFiles > 0 ? [`${missingFiles} files are missing in the file store.`] : []),
        ].join('\n'),
      }
    },
  },
}
