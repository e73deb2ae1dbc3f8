import type { ImportFormat } from '../../plan/import-format.ts'
import { singleLine } from '../../plan/plan-texts.ts'
import { boardDefaults, boardPlan, isDownloadOf, readJsonOf } from '../board/board-format.ts'
import type { BoardOptions, SourceBoard, SourceRelation, SourceTask } from '../board/source-board.ts'
import { firstOf, idOf, numberOf, recordOf, recordsOf, textOf, type Unread } from '../board/source-values.ts'
import { columns, commentOf, commentsByIssue, isIssue, issueOf, labelsOf, peopleOf } from './forge-issues.ts'

/** The issues of a repository at Gitea or Forgejo, as `gitea.source.ts` downloads them. */
export const gitea: ImportFormat<Unread, BoardOptions> = {
  id: 'gitea',
  detect: isDownloadOf('gitea'),
  read: readJsonOf(({ issues }) => Array.isArray(issues)),
  nameOf: ({ repository }) => singleLine(textOf(recordOf(repository).full_name)),
  show: () => undefined,
  defaults: boardDefaults,
  plan: boardPlan(readIssues),
}

function readIssues({ issues: all, comments, dependencies, repository }: Unread): SourceBoard {
  const issues = recordsOf(all).filter(isIssue)
  const commentsOf = commentsByIssue(comments)
  const name = textOf(recordOf(repository).full_name)
  const blockersOf = new Map(
    recordsOf(dependencies).map(({ issue, blockers }) => [idOf(issue), recordsOf(blockers)]),
  )
  return {
    columns,
    people: peopleOf(issues, comments, ({ id, full_name, login, email }) => ({
      id: idOf(id),
      name: firstOf(textOf(full_name), textOf(login)),
      // Hidden addresses are replaced by ones that belong to nobody.
      email: /@noreply\./.test(textOf(email)) ? '' : textOf(email),
    })),
    labels: labelsOf(issues),
    tasks: issues.map((issue): SourceTask => {
      const number = idOf(issue.number)
      const comments = commentsOf.get(number) ?? []
      return {
        ...issueOf(issue),
        dueDate: textOf(issue.due_date),
        estimateSeconds: numberOf(issue.time_estimate),
        comments: comments.map(commentOf),
        relations: (blockersOf.get(number) ?? []).map(blocker => blockedBy(blocker, name)),
        attachments: [issue, ...comments]
          .flatMap(({ assets }) => recordsOf(assets))
          .map(asset => ({
            name: textOf(asset.name),
            url: textOf(asset.browser_download_url),
          })),
      }
    }),
    skipped: [],
  }
}

/** An issue of another repository is named in full, and does not come along. */
function blockedBy({ number, repository }: Unread, name: string): SourceRelation {
  const other = textOf(recordOf(repository).full_name)
  return { type: 'blockedBy', task: !other || other === name ? idOf(number) : `${other}#${idOf(number)}` }
}
