export function AdministrationPage() {
  return null
}
