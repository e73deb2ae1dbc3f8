import { recordOf } from '../formats/board/source-values.ts'
import { type ImportSource, SourceFailed } from './import-source.ts'
import { countAnswers, linkedPages } from './pages.ts'

/** The issues of a project at GitLab, with their notes and links. */
export const gitlabSource: ImportSource = {
  id: 'gitlab',
  headers: token => ({ 'private-token': token }),
  download: async (connection, report) => {
    const { address, json, each } = connection
    // Groups can be nested; what follows `/-/` is a page of the project.
    const path = address.pathname.split('/-/')[0]?.split('/').filter(Boolean) ?? []
    if (path.length < 2) throw new SourceFailed('placeExpected', `${address.origin}/…/…`)
    const root = `${address.origin}/api/v4/projects/${encodeURIComponent(path.map(decodeURIComponent).join('/'))}`
    const count = countAnswers(report)
    const list = (from: string) => linkedPages(connection, `${root}/${from}per_page=100`, count)
    const { body: project } = await json(root)
    const issues = await list('issues?scope=all&state=all&order_by=created_at&sort=asc&')
    const labels = await list('labels?')
    const numbers = issues.map(issue => Number(recordOf(issue).iid))
    if (!numbers.every(Number.isInteger)) throw new SourceFailed('nonsense')
    const commented = issues.flatMap(issue =>
      recordOf(issue).user_notes_count === 0 ? [] : Number(recordOf(issue).iid),
    )
    return {
      source: 'gitlab',
      project,
      issues,
      labels,
      notes: await each(commented, async issue => ({
        issue,
        notes: await list(`issues/${issue}/notes?sort=asc&order_by=created_at&`),
      })),
      links: await each(numbers, async issue => ({ issue, links: await list(`issues/${issue}/links?`) })),
    }
  },
}
