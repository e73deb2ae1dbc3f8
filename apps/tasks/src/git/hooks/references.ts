interface Written {
  texts: string[]
  branch: string
}

const LONGEST_READ = 100_000

/**
 * The numbers of the tasks that texts and a branch name. In texts a key is in capital letters, so that words stay words; people write
 * branches in small letters.
 */
export function namedTasks(projectKey: string, { texts, branch }: Written) {
  const key = keyPattern(projectKey)
  return distinct([
    ...texts.flatMap(text => numbersIn(new RegExp(key, 'gu'), text.slice(0, LONGEST_READ))),
    ...numbersIn(new RegExp(key, 'giu'), branch),
  ])
}

const closing = '(?:fix|fixes|fixed|close|closes|closed|resolve|resolves|resolved)'

/** The numbers of the tasks that the texts say they complete, such as `fixes WR-12, WR-13`. */
export function closedTasks(projectKey: string, texts: string[]) {
  const key = keyPattern(projectKey)
  const list = `(?<![\\p{L}\\p{N}_-])(?i:${closing}):?\\s+(?:\\[|\\()?(${key}(?:\\s*(?:,|&|(?i:and)|,\\s*(?i:and))\\s*${key})*)`
  return distinct(
    texts.flatMap(text =>
      [...text.slice(0, LONGEST_READ).matchAll(new RegExp(list, 'gu'))].flatMap(([, keys = '']) =>
        numbersIn(new RegExp(key, 'gu'), keys),
      ),
    ),
  )
}

/** No part of a longer word. Keys contain only letters and digits. */
function keyPattern(projectKey: string) {
  return `(?<![\\p{L}\\p{N}_])${projectKey}-\\d{1,9}(?![\\p{L}\\p{N}_])`
}

function numbersIn(pattern: RegExp, text: string) {
  return (text.match(pattern) ?? []).map(key => Number(key.slice(key.lastIndexOf('-') + 1)))
}

function distinct(numbers: number[]) {
  return [...new Set(numbers)]
}
