export function MyWorkPage() {
  return null
}
