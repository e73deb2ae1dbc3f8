export function ProjectTimePage() {
  return null
}
