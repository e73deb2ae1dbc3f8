import type { ImportSource } from './import-source.ts'
import { trelloSource } from './trello.source.ts'

/** The programs that can be asked. A format with the same id reads what they answer. */
export const importSources: ImportSource[] = [trelloSource]
