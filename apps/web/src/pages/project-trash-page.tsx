export function ProjectTrashPage() {
  return null
}
