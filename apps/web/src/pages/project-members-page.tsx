export function ProjectMembersPage() {
  return null
}
