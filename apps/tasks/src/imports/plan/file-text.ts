import { FileNotRead } from './import-format.ts'

/** The text of a file. Images and spreadsheets are refused, and encodings are not guessed. */
export function fileText(content: ArrayBuffer): string {
  const text = decoded(content).replace(/^\uFEFF/, '')
  if (!text.trim()) throw new FileNotRead('empty')
  return text
}

function decoded(content: ArrayBuffer) {
  const bytes = new Uint8Array(content)
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  if (bytes.includes(0)) throw new FileNotRead('notText')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileNotRead('notUtf8')
  }
}

/** The “Unicode text” of spreadsheets, which starts with a byte order mark. */
function wideEncoding([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}

export function fileJson(content: ArrayBuffer): unknown {
  const text = fileText(content)
  try {
    return JSON.parse(text)
  } catch {
    throw new FileNotRead('notJson')
  }
}
