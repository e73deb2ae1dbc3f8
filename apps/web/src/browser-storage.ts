/** What the application stores in the browser: one file, which is loaded behind the first screen. */
export { createPageStore, deleteStoredChanges, openStoredChanges } from './changes/change-stores.ts'
export { keepQueries } from './offline/keep-queries.ts'
