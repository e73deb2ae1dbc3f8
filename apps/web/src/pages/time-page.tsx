export function TimePage() {
  return null
}
