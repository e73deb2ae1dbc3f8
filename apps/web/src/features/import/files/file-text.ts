export class FileNotText extends Error {
  readonly problem: 'notText' | 'notUtf8'
  constructor(problem: 'notText' | 'notUtf8') {
    super(problem)
    this.problem = problem
  }
}

/** The text of a file. Images and spreadsheets are refused, and encodings are not guessed. */
export function fileText(content: ArrayBuffer): string {
  const bytes = new Uint8Array(content)
  const wide = wideEncoding(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  if (bytes.includes(0)) throw new FileNotText('notText')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileNotText('notUtf8')
  }
}

/** Spreadsheets write “Unicode text” so, and begin it with a mark. */
function wideEncoding([first, second]: Uint8Array) {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return undefined
}
