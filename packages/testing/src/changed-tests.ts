/** Tests of a whole service that a change in any of its chapters can break, and that are quick. */
const OF_EVERY_CHAPTER = ['import-order', 'route-table', 'error-languages']

/**
 * Returns patterns of the test files that cover changed files: those of the same chapter of a service or, for files
 * outside of a chapter, of the whole workspace. All services use the packages, so their tests run too.
 */
export function changedTests(changed: readonly string[]) {
  return [...new Set(changed.flatMap(testsOf))]
}

function testsOf(file: string) {
  const [kind = '', workspace = '', part, ...rest] = file.split('/')
  if (kind === 'packages')
    return [`packages/${workspace}/test/**/*.test.ts`, 'apps/{identity,tasks}/test/**/*.test.ts']
  if (kind !== 'apps') return []
  const all = `apps/${workspace}/test/**/*.test.ts`
  const [chapter, ...inside] = rest
  const isInChapter = (part === 'src' || part === 'test') && inside.length > 0
  if (!isInChapter || !(workspace === 'identity' || workspace === 'tasks')) return [all]
  return [
    `apps/${workspace}/test/${chapter}/**/*.test.ts`,
    ...OF_EVERY_CHAPTER.map(name => `apps/${workspace}/test/service/${name}.test.ts`),
  ]
}
