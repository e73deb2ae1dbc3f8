export function ProjectBoardsPage() {
  return null
}
