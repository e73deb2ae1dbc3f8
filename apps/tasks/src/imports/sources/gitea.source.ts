import { type ImportSource, SourceFailed } from './import-source.ts'
import { allPages, countAnswers, listOf } from './pages.ts'

const PAGE = 50

/** The issues of a repository at Gitea or Forgejo, with comments and what blocks them. */
export const giteaSource: ImportSource = {
  id: 'gitea',
  headers: token => ({ authorization: `token ${token}` }),
  download: async ({ address, json, each }, report) => {
    const { base, owner, name } = placeIn(address)
    const root = `${base}/api/v1/repos/${owner}/${name}`
    const count = countAnswers(report)
    const pages = (path: string) => {
      // A page can be shorter than what was asked for, but only the last one is empty.
      const read = async (from: string | URL) => {
        const { body } = await json(from)
        const items = listOf(body)
        const next = new URL(from)
        next.searchParams.set('page', String(Number(next.searchParams.get('page')) + 1))
        return { items, next: items.length > 0 ? next : undefined }
      }
      return allPages(`${root}/${path}&limit=${PAGE}&page=1`, read, count)
    }
    const { body: repository } = await json(root)
    const issues = await pages('issues?state=all&type=issues')
    const comments = await pages('issues/comments?sort=created')
    const dependencies = await each(issues, async issue => {
      const number = numberOf(issue)
      // Older versions have no such list.
      const { status, body } = await json(`${root}/issues/${number}/dependencies`, { accepts: [404] })
      await count()
      return { issue: number, blockers: status === 404 ? [] : listOf(body) }
    })
    return { source: 'gitea', repository, issues, comments, dependencies }
  },
}

/** Gitea can live below a path, so the repository is the end of what was typed. */
function placeIn({ origin, pathname }: URL) {
  const parts = pathname.split('/').filter(Boolean)
  const end = parts.indexOf('issues')
  const [name, owner, ...above] = (end > 1 ? parts.slice(0, end) : parts).toReversed()
  if (!name || !owner) throw new SourceFailed('placeExpected', `${origin}/…/…`)
  return { base: [origin, ...above.toReversed()].join('/'), owner, name: name.replace(/\.git$/, '') }
}

function numberOf(issue: unknown) {
  const isNumbered = typeof issue === 'object' && issue !== null && 'number' in issue
  if (!isNumbered || typeof issue.number !== 'number') throw new SourceFailed('nonsense')
  return issue.number
}
