import { fileTypeFromBuffer } from 'file-type'

const SAMPLE_BYTES = 64 * 1024

/** What the first bytes say, whatever the file calls itself. */
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
