export function ProjectImportPage() {
  return null
}
