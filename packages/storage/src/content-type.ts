import { fileTypeFromBuffer } from 'file-type'

const SAMPLE_BYTES = 64 * 1024
/** Images that a browser shows and that cannot run anything; SVG can. */
const imageTypes = ['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

export function isImage(type: string) {
  return imageTypes.includes(type)
}

/** By the first bytes, not by the name. */
export async function detectType(content: AsyncIterable<Uint8Array>) {
  const sample: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    sample.push(chunk)
    size += chunk.length
    if (size >= SAMPLE_BYTES) break
  }
  const found = await fileTypeFromBuffer(Buffer.concat(sample))
  return found?.mime ?? 'application/octet-stream'
}
