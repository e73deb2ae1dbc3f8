/** What is at hand on every page: search, the running timer, notifications. */
export function HeaderTools() {
  return null
}
