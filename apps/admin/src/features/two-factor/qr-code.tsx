import { encode } from 'uqr'

// Four light modules around it, as the standard asks; cameras want dark on light in every theme.
const QUIET_ZONE = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={208}
      height={208}
      shapeRendering="crispEdges"
      style={{ background: '#fff', borderRadius: 'var(--mantine-radius-md)' }}
    >
      <path d={darkModules(data)} fill="#000" />
    </svg>
  )
}

function darkModules(rows: boolean[][]) {
  return rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
}
