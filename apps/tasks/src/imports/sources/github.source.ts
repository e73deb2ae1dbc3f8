import { type ImportSource, SourceFailed } from './import-source.ts'
import { countAnswers, linkedPages } from './pages.ts'

const GITHUB_API = 'https://api.github.com'

/** The issues of a repository at GitHub or GitHub Enterprise Server, with their comments. */
export const githubSource: ImportSource = {
  id: 'github',
  origins: [GITHUB_API],
  headers: token => ({
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  }),
  download: async (connection, report) => {
    const { address, json } = connection
    const [owner, name] = address.pathname.split('/').filter(Boolean)
    if (!owner || !name) throw new SourceFailed('placeExpected', `${address.origin}/…/…`)
    const isCloud = /(^|\.)github\.com$/.test(address.hostname)
    const api = isCloud ? GITHUB_API : `${address.origin}/api/v3`
    const root = `${api}/repos/${owner}/${name.replace(/\.git$/, '')}`
    const count = countAnswers(report)
    const { body: repository } = await json(root)
    await count()
    return {
      source: 'github',
      repository,
      issues: await linkedPages(
        connection,
        `${root}/issues?state=all&sort=created&direction=asc&per_page=100`,
        count,
      ),
      // The comments of pull requests are among them.
      comments: await linkedPages(
        connection,
        `${root}/issues/comments?sort=created&direction=asc&per_page=100`,
        count,
      ),
    }
  },
}
