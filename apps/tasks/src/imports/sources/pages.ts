import { type ReportDownload, type SourceConnection, SourceFailed } from './import-source.ts'

/** A page of a list, and where the next one is. */
interface Page {
  items: unknown[]
  next: string | URL | undefined
}

/** More pages than any project has: a program that always names another one would never end. */
const MAX_PAGES = 20_000

/** Reads a list page by page. */
export async function allPages(
  first: string | URL,
  read: (address: string | URL) => Promise<Page>,
  report: () => Promise<void> = async () => {},
) {
  const all: unknown[] = []
  const seen = new Set<string>()
  for (let next: string | URL | undefined = first; next !== undefined; ) {
    if (seen.has(String(next)) || seen.size >= MAX_PAGES) throw new SourceFailed('nonsense', String(next))
    seen.add(String(next))
    const page = await read(next)
    for (const item of page.items) all.push(item)
    await report()
    next = page.next
  }
  return all
}

/** Reads the pages of a list of which each page names the next (RFC 8288). */
export function linkedPages({ json }: SourceConnection, first: string | URL, report?: () => Promise<void>) {
  const read = async (address: string | URL) => {
    const { body, headers } = await json(address)
    return { items: listOf(body), next: nextLink(headers.link) }
  }
  return allPages(first, read, report)
}

function nextLink(link: string | undefined) {
  return link
    ?.split(/,\s*(?=<)/)
    .flatMap(part => (/;\s*rel="?next"?/.test(part) ? (/<([^>]+)>/.exec(part)?.[1] ?? []) : []))[0]
}

export function listOf(body: unknown): unknown[] {
  if (!Array.isArray(body)) throw new SourceFailed('nonsense')
  return body
}

/** Counts the answers of a download. */
export function countAnswers(report: ReportDownload) {
  let done = 0
  return () => {
    done += 1
    return report(done)
  }
}
