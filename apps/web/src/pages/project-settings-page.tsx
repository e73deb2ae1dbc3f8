export function ProjectSettingsPage() {
  return null
}
