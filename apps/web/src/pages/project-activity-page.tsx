export function ProjectActivityPage() {
  return null
}
