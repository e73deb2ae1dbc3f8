import { parseCsv } from '@atrium/core/csv'
import { fileJson, fileText } from '../../plan/file-text.ts'
import { FileNotRead, type ImportFile, type ImportFormat } from '../../plan/import-format.ts'
import { singleLine } from '../../plan/plan-texts.ts'
import { boardDefaults, boardPlan, isDownloadOf } from '../board/board-format.ts'
import type { BoardOptions } from '../board/source-board.ts'
import { firstOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'
import { isJiraTable, readTable } from './jira-csv.ts'
import { readIssues } from './jira-issues.ts'

/** What Jira's search answers, or the rows of its CSV export. */
export type JiraContent = { answers: Unread } | { rows: string[][] }

/** A project of Jira, as `jira.source.ts` downloads it, or issues in its CSV export. */
export const jira: ImportFormat<JiraContent, BoardOptions> = {
  id: 'jira',
  detect: file => isDownloadOf('jira')(file) || isJiraTable(file.head.split('\n')[0] ?? ''),
  read,
  nameOf: content => {
    const [first] = 'answers' in content ? recordsOf(content.answers.issues) : []
    const project = recordOf(recordOf(first?.fields).project)
    return 'answers' in content
      ? singleLine(firstOf(textOf(project.name), textOf(content.answers.project)))
      : ''
  },
  show: () => undefined,
  defaults: boardDefaults,
  plan: boardPlan(content => ('answers' in content ? readIssues(content.answers) : readTable(content.rows))),
}

function read({ bytes }: ImportFile): JiraContent {
  const text = fileText(bytes)
  if (!/^\s*\{/.test(text)) {
    const rows = parseCsv(text)
    if (!isJiraTable((rows[0] ?? []).join(','))) throw new FileNotRead('otherFormat')
    if (rows.length < 2) throw new FileNotRead('empty')
    return { rows }
  }
  const answers = recordOf(fileJson(bytes))
  if (!Array.isArray(answers.issues)) throw new FileNotRead('otherFormat')
  return { answers }
}
