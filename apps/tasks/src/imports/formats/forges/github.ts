import type { ImportFormat } from '../../plan/import-format.ts'
import { singleLine } from '../../plan/plan-texts.ts'
import { boardDefaults, boardPlan, isDownloadOf, readJsonOf } from '../board/board-format.ts'
import type { BoardOptions, SourceBoard } from '../board/source-board.ts'
import { firstOf, idOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'
import { columns, commentOf, commentsByIssue, isIssue, issueOf, labelsOf, peopleOf } from './forge-issues.ts'

/** The issues of a repository at GitHub, as `github.source.ts` downloads them. */
export const github: ImportFormat<Unread, BoardOptions> = {
  id: 'github',
  detect: isDownloadOf('github'),
  read: readJsonOf(({ issues }) => Array.isArray(issues)),
  nameOf: ({ repository }) => singleLine(textOf(recordOf(repository).full_name)),
  show: () => undefined,
  defaults: boardDefaults,
  plan: boardPlan(readIssues),
}

function readIssues({ issues: all, comments }: Unread): SourceBoard {
  const issues = recordsOf(all).filter(isIssue)
  const commentsOf = commentsByIssue(comments)
  return {
    columns,
    people: peopleOf(issues, comments, ({ id, name, login, email }) => ({
      id: idOf(id),
      name: firstOf(textOf(name), textOf(login)),
      email: textOf(email),
    })),
    labels: labelsOf(issues),
    tasks: issues.map(issue => ({
      ...issueOf(issue),
      parent: /\/issues\/(\d+)$/.exec(textOf(issue.parent_issue_url))?.[1] ?? '',
      comments: (commentsOf.get(idOf(issue.number)) ?? []).map(commentOf),
    })),
    skipped: [],
  }
}
