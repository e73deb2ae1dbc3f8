import { numberOf, recordOf, recordsOf, textOf } from '../formats/board/source-values.ts'
import { type ImportSource, type SourceConnection, SourceFailed } from './import-source.ts'
import { allPages, countAnswers, listOf } from './pages.ts'

const PAGE = 100

/** A project of Jira. The token of Cloud is `EMAIL:TOKEN`, that of Data Center a personal access token. */
export const jiraSource: ImportSource = {
  id: 'jira',
  headers: token => ({
    authorization: token.includes(':') ? `Basic ${Buffer.from(token).toString('base64')}` : `Bearer ${token}`,
  }),
  download: async (connection, report) => {
    const { address, json, each } = connection
    const { base, project } = placeIn(address)
    const count = countAnswers(report)
    const { body: server } = await json(`${base}/rest/api/2/serverInfo`)
    const isCloud = textOf(recordOf(server).deploymentType) === 'Cloud'
    const api = `${base}/rest/api/${isCloud ? 3 : 2}`
    const { body: fields } = await json(`${api}/field`)
    await count()
    const jql = `project = "${project}" ORDER BY created ASC`
    const issues = isCloud
      ? await searchCloud(connection, `${api}/search/jql`, jql, count)
      : await startPages(
          connection,
          `${api}/search?${new URLSearchParams({ jql, fields: '*all' })}`,
          'issues',
          count,
        )
    // A search answers the first comments of an issue only.
    const commented = issues.map(recordOf).filter(issue => {
      const { total, comments } = recordOf(recordOf(issue.fields).comment)
      return numberOf(total) > recordsOf(comments).length
    })
    const comments = await each(commented, async ({ key }) => ({
      issue: key,
      comments: await startPages(
        connection,
        `${api}/issue/${encodeURIComponent(textOf(key))}/comment?`,
        'comments',
        count,
      ),
    }))
    const voted = issues.map(recordOf).filter(({ fields: values }) => {
      const { votes } = recordOf(recordOf(values).votes)
      return numberOf(votes) > 0
    })
    const voters = await each(voted, async ({ key }) => ({
      issue: key,
      voters: await votersOf(connection, `${api}/issue/${encodeURIComponent(textOf(key))}/votes`, count),
    }))
    return { source: 'jira', project, fields: listOf(fields), issues, comments, voters }
  },
}

/** The voters, for a token that can view them; where voting is turned off, their list is not found. */
async function votersOf({ json }: SourceConnection, address: string, count: () => Promise<void>) {
  const { body } = await json(address, { accepts: [401, 403, 404] })
  await count()
  return recordsOf(recordOf(body).voters)
}

/** Jira can live below a path; what was typed can be any page of the project. */
function placeIn({ origin, pathname }: URL) {
  const place =
    /^(.*?)\/(?:jira\/(?:software|core|servicedesk)\/)?(?:c\/)?(?:projects|browse)\/([A-Za-z]\w*)/.exec(
      pathname,
    )
  const [, above = '', project] = place ?? []
  if (!project) throw new SourceFailed('placeExpected', `${origin}/browse/KEY`)
  return { base: origin + above, project: project.toUpperCase() }
}

/** Pages of Cloud follow each other by tokens. */
function searchCloud({ json }: SourceConnection, search: string, jql: string, count: () => Promise<void>) {
  const pageAt = (token?: string) =>
    `${search}?${new URLSearchParams({ jql, fields: '*all', maxResults: String(PAGE), ...(token && { nextPageToken: token }) })}`
  const read = async (address: string | URL) => {
    const { issues, nextPageToken: token, isLast } = recordOf((await json(address)).body)
    return {
      items: listOf(issues),
      next: isLast !== true && textOf(token) ? pageAt(textOf(token)) : undefined,
    }
  }
  return allPages(pageAt(), read, count)
}

/** Pages of Data Center are numbered by their first item. */
function startPages({ json }: SourceConnection, list: string, key: string, count: () => Promise<void>) {
  const pageAt = (start: number) => `${list}&startAt=${start}&maxResults=${PAGE}`
  let read = 0
  return allPages(
    pageAt(0),
    async address => {
      const body = recordOf((await json(address)).body)
      const items = listOf(body[key])
      read += items.length
      return { items, next: items.length > 0 && read < numberOf(body.total) ? pageAt(read) : undefined }
    },
    count,
  )
}
