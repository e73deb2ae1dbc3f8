/** A lit doorway under an arch. */
export function LogoMark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--mantine-color-cobalt-6)" />
      <path
        d="M7.5 25V15.5a8.5 8.5 0 0 1 17 0V25"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
      />
      <path
        d="M12.4 25v-8.4a3.6 3.6 0 0 1 7.2 0V25a1.3 1.3 0 0 1-1.3 1.3h-4.6A1.3 1.3 0 0 1 12.4 25Z"
        fill="var(--mantine-color-amber-4)"
      />
    </svg>
  )
}
